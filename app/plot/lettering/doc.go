// Package lettering knows how wide text is at most, whatever the face, and breaks it into lines.
package lettering
