/** How often something may be tried within a window that begins with the first try. */
export type Limit = {
  readonly name: string
  readonly most: number
  readonly windowSeconds: number
  /** Of network or mail addresses: lifted where a whole test suite comes from one. */
  readonly isOfAddress: boolean
  /** Of how fast one person works: lifted with those of addresses, where one person stands for many. */
  readonly isOfPace?: boolean
  /** What is said past it; otherwise what is said of every limit. */
  readonly words?: string
}

/** One try, counted against its limit. */
export type Try = { readonly limit: Limit; readonly subject: string }
