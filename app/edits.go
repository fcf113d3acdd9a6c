package app

import (
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lastiterate/app/dom"
	"lastiterate/app/form"
	"lastiterate/app/state"
)

// editAction is the name under which the page hears of edits of the form.
const editAction = "edit"

// Names of the form's controls that are no fields of a run.
const (
	unboundedName = "unbounded"
	kindName      = "question-kind"
)

// meaning is what an edit of a control asks for; nil if the control is no part of
// the run.
func meaning(made dom.Edit) state.Action {
	switch name := made.Name; {
	case name == unboundedName:
		return state.Project{On: !made.On}
	case name == kindName:
		return state.Ask{Alpha: made.Text == form.Alpha}
	case form.IsChoice(name):
		return state.Choose{Field: name, Value: made.Text}
	case slices.Contains(form.Names(), name):
		return state.Type{Field: name, Text: made.Text}
	}
	return nil
}

// hearEdits has the page hear of edits in the order in which they were made, among
// everything else that people do.
func (p *page) hearEdits(ctx app.Context) {
	ctx.Handle(editAction, func(ctx app.Context, a app.Action) {
		made, ok := a.Value.(dom.Edit)
		if !ok {
			return
		}
		p.edits.Hear(made)
		if action := meaning(made); action != nil {
			p.do(ctx, action)
		}
	})
	dom.OnEdit(func() {
		for _, made := range dom.Taken() {
			ctx.Dispatch(func(ctx app.Context) { ctx.NewActionWithValue(editAction, made) })
		}
	})
}

// serves reports whether the first paint's answer is still the state's.
func (p *page) serves() bool {
	return p.first.Answer != "" && p.model.Run == p.base.Run && p.model.Question == p.base.Question && p.model.View.Differs == nil
}

// takeOver puts what was typed into the first paint into the page: choices first, since
// they say what the numbers mean that stand beside them.
func (p *page) takeOver() {
	for _, made := range dom.Taken() {
		p.edits.Hear(made)
	}
	for _, choices := range []bool{true, false} {
		for _, made := range dom.Early() {
			if form.IsChoice(made.Name) != choices {
				continue
			}
			if action := meaning(made); action != nil {
				p.model = action.Do(p.model)
			}
		}
	}
}
