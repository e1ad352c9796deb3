/** Joins class names, leaving out what does not apply. */
export function classes(...parts: readonly (string | false | null | undefined)[]): string {
  return parts.filter(Boolean).join(' ')
}

/** Old rows of a list stay while new ones come: dimmed, and said to be busy (`aria-busy`). */
export const staleWhenBusy = 'transition-opacity aria-busy:opacity-60'
