package link

import (
	"errors"
	"fmt"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// Check lists the reasons why the state does not fit into a link: a label that is too long, a fifth pinned configuration, a run
// that is not valid. Encode writes such a state all the same, and reading it gives Problems; nothing is shortened to make it
// fit. Call Check where the visitor can still change the label.
func Check(s State) []Problem {
	problems := checkConfiguration(s.Query, "")
	for _, p := range viewParams {
		text := p.write(s.View)
		if text == "" {
			continue
		}
		if message := p.read(&View{}, text); message != "" {
			problems = append(problems, Problem{Name: p.name, Value: text, Message: message})
		}
	}
	if problem, wrong := rangeProblem(s.View); wrong {
		problems = append(problems, problem)
	}
	for i, pin := range s.View.Pinned {
		suffix := pinSuffix(i)
		if i >= MaxPinned {
			problems = append(problems, Problem{Name: "label" + suffix, Value: pin.Label,
				Message: fmt.Sprintf("at most %d configurations can be pinned", MaxPinned)})
			break
		}
		problems = append(problems, checkConfiguration(pin.Query, suffix)...)
		if message := LabelFault(pin.Label); message != "" {
			problems = append(problems, Problem{Name: "label" + suffix, Value: pin.Label, Message: message})
		}
	}
	return problems
}

func checkConfiguration(q claim.Query, suffix string) []Problem {
	var problems []Problem
	var faults run.Errors
	errors.As(q.Run.Validate(), &faults)
	for _, f := range faults {
		problems = append(problems, Problem{Name: f.Field + suffix, Value: f.Value, Message: f.Message})
	}
	name, value := "delta", q.Question.Delta
	if q.Question.Renyi() {
		name, value = "alpha", q.Question.Alpha
	}
	text := run.FormatNumber(value)
	if _, message := setQuestion(name, text); message != "" {
		problems = append(problems, Problem{Name: name + suffix, Value: text, Message: message})
	} else if q.Question.Alpha != 0 && q.Question.Delta != 0 {
		problems = append(problems, Problem{Name: name + suffix, Value: text, Message: "a link asks for alpha or for delta, not for both"})
	}
	return problems
}
