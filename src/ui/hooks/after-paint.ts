/** Runs once the screen has shown what was pressed: whoever presses sees it at once, however long the rest takes. */
export function afterPaint(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work))
}
