package app

import (
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/dom"
	"lastiterate/app/lab"
	"lastiterate/app/number"
)

func (p *labPage) onFile(ctx app.Context, _ app.Event) {
	source := ctx.JSSrc()
	p.take(source.Get("name").String(), source.Get("files"))
	source.Set("value", "") // so that the same file can be chosen again
	p.caughtUp()
}

// dropsInto is the name of the table field into which a dropped file is read. It is empty if the tool has
// no table, or if the visitor drags something else than a file.
func (p *labPage) dropsInto(e app.Event) string {
	i := slices.IndexFunc(p.tool.Fields, func(f lab.Field) bool { return f.Kind == lab.Table })
	if i < 0 || !e.Get("dataTransfer").Get("types").Call("includes", "Files").Bool() {
		return ""
	}
	return p.tool.Fields[i].Name
}

// onDragOver accepts a file that is dragged over the page; otherwise the browser would leave the page and
// open the file.
func (p *labPage) onDragOver(_ app.Context, e app.Event) {
	if p.dropsInto(e) != "" {
		e.PreventDefault()
	}
}

func (p *labPage) onDrop(_ app.Context, e app.Event) {
	if name := p.dropsInto(e); name != "" {
		e.PreventDefault()
		p.take(name, e.Get("dataTransfer").Get("files"))
	}
}

// take reads a single file, unless it is too large, into the field of this name.
func (p *labPage) take(name string, files app.Value) {
	fault := ""
	switch n := files.Length(); {
	case n == 0:
		return
	case n > 1:
		fault = "these are " + number.Plain(float64(n)) + " files; one table is read at a time"
	case files.Index(0).Get("size").Int() > lab.MaxTable:
		fault = lab.TooLong(files.Index(0).Get("size").Int())
	}
	if fault != "" {
		p.problems = []lab.Problem{{Field: name, Message: fault}}
		return
	}
	tool := p.tool
	dom.ReadFile(p.ctx, files, func(content string, ok bool) {
		if !ok {
			if p.tool == tool {
				p.problems = []lab.Problem{{Field: name, Message: "this file cannot be read; a folder, perhaps"}}
			}
			return
		}
		if p.tool != tool {
			p.values[tool.Name][name] = content
			return
		}
		p.write()
		p.edit(name, content, 0)
	})
}

// onForget empties a field: of a table that is too long to be shown, or of an optional run.
func (p *labPage) onForget(ctx app.Context, _ app.Event) {
	p.write()
	p.edit(ctx.JSSrc().Get("name").String(), "", 0)
}
