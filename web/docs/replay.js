// Moves the pictures of two runs: along a slider, and in five seconds at most by itself, once, when it comes into
// view, unless the reader prefers less motion. Without this script a picture shows the runs to their end.
"use strict";
(() => {
  const duration = 4500; // ms
  const still = matchMedia("(prefers-reduced-motion: reduce)");

  for (const figure of document.querySelectorAll(".replay")) {
    const until = figure.querySelector("clipPath rect");
    const lines = [...figure.querySelectorAll("polyline")];
    const button = figure.querySelector("button");
    const slider = figure.querySelector("input");
    const said = figure.querySelector("output");
    const { apart, left } = figure.dataset;
    const [runs, shifted] = [apart, left].map((list) => list.split(" "));
    const steps = Number(slider.max);
    const dots = lines.map((line) => {
      const dot = document.createElementNS("http://www.w3.org/2000/svg", "circle");
      dot.setAttribute("r", "3.5");
      dot.setAttribute("class", line.getAttribute("class"));
      line.ownerSVGElement.append(dot);
      return dot;
    });

    // Shows the runs up to a step; between two of them while it plays.
    function show(at) {
      const step = Math.floor(at);
      lines.forEach((line, i) => {
        const { points } = line;
        const [from, to] = [points.getItem(step), points.getItem(Math.min(step + 1, steps))];
        const part = at - step;
        const x = from.x + part * (to.x - from.x);
        dots[i].setAttribute("cx", x);
        dots[i].setAttribute("cy", from.y + part * (to.y - from.y));
        until.setAttribute("width", x);
      });
      slider.value = step;
      said.textContent = `${step === steps ? `After step ${steps}` : `Before step ${step + 1} of ${steps}`}: ${runs[step]} apart; ${shifted[step]} with the noise shifted.`;
      slider.setAttribute("aria-valuetext", said.textContent);
    }

    let playing = 0; // the frame that is due, 0 while it stands
    function stop() {
      cancelAnimationFrame(playing);
      playing = 0;
      button.textContent = "Play";
    }
    function play() {
      const from = Number(slider.value) < steps ? Number(slider.value) : 0;
      const start = performance.now() - (from / steps) * duration;
      const next = (now) => {
        const at = Math.min(steps, Math.max(0, (now - start) / duration) * steps);
        show(at);
        if (at < steps) playing = requestAnimationFrame(next);
        else stop();
      };
      button.textContent = "Pause";
      playing = requestAnimationFrame(next);
    }

    button.addEventListener("click", () => (playing ? stop() : play()));
    slider.addEventListener("input", () => {
      stop();
      show(Number(slider.value));
    });
    figure.querySelector(".steps").hidden = false;
    show(steps);
    const seen = new IntersectionObserver(
      ([entry]) => {
        if (!entry.isIntersecting) return;
        seen.disconnect();
        if (!still.matches) play();
      },
      { threshold: 0.6 },
    );
    seen.observe(figure.querySelector("svg"));
  }
})();
