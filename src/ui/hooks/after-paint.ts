/**
 * Runs once the screen has shown what was pressed, so that the press is visible at once, however long the work
 * takes.
 */
export function afterPaint(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work))
}
