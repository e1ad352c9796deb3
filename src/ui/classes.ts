/** Class names joined, without those that do not apply. */
export function classes(...parts: readonly (string | false | null | undefined)[]): string {
  return parts.filter(Boolean).join(' ')
}

/** Look of old rows while new ones load: dimmed, and announced as busy (`aria-busy`). */
export const staleWhenBusy = 'transition-opacity aria-busy:opacity-60'
