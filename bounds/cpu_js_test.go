//go:build js

package bounds

import (
	"syscall/js"
	"time"
)

// cpuTime is the processor's time that Node has taken, its compiler's included.
func cpuTime() time.Duration {
	used := js.Global().Get("process").Call("cpuUsage")
	return time.Duration(used.Get("user").Float()+used.Get("system").Float()) * time.Microsecond
}
