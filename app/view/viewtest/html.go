// Package viewtest renders components in a native test, where go-app works without a browser; web/browsertest drives the real page.
package viewtest

import (
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// HTML renders a component as the page would.
func HTML(t *testing.T, c app.Composer) string {
	t.Helper()
	e := app.NewTestEngine()
	if err := e.Load(c); err != nil {
		t.Fatal(err)
	}
	e.ConsumeAll()
	return app.HTMLString(c)
}
