//go:build !unix && !js

package bounds

import "time"

var began = time.Now()

// cpuTime is the time since the tests began, where no other is known.
func cpuTime() time.Duration { return time.Since(began) }
