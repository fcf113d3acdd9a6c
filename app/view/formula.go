package view

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/tex"
)

// formula sets a formula on a line of its own. One that cannot be set is shown
// as it is written, since a formula with a hole in it is another formula.
type formula struct {
	app.Compo

	TeX string

	set string // as MathML
	err error
}

func (f *formula) OnInit()              { f.write() }
func (f *formula) OnUpdate(app.Context) { f.write() }

func (f *formula) write() { f.set, f.err = tex.Display(f.TeX) }

func (f *formula) Render() app.UI {
	if f.err != nil {
		return app.Div().Class("formula").Body(app.Code().Text(f.TeX))
	}
	return app.Div().Class("formula").TabIndex(0).Role("group").Aria("label", "formula").Body(app.Raw(f.set))
}
