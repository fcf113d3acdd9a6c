package bounds

// A counter reports the progress of a curve, in values. Each slow row has one share of the total,
// and all quick rows together have one more.
type counter struct {
	of, rows int // numbers of values, and of rows with a share of their own
	report   func(done, of int)

	rowsDone int
	within   float64 // share of the current row that is done
	told     int     // the number reported last
}

// step counts more steps of the current row as done; the row has `of` steps in all.
func (c *counter) step(more, of int) {
	c.within += float64(more) / float64(of)
	c.tell()
}

// rowDone ends a row.
func (c *counter) rowDone() {
	c.rowsDone++
	c.within = 0
	c.tell()
}

func (c *counter) tell() {
	if c.report == nil {
		return
	}
	share := (float64(c.rowsDone) + min(c.within, 1)) / float64(c.rows)
	if done := min(int(share*float64(c.of)), c.of-1); done > c.told {
		c.told = done
		c.report(done, c.of)
	}
}

// finish reports that everything is done.
func (c *counter) finish() {
	if c.report != nil {
		c.report(c.of, c.of)
	}
}
