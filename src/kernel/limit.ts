/** A rate limit: a number of tries within a window that begins with the first one. */
export type Limit = {
  readonly name: string
  readonly most: number
  readonly windowSeconds: number
  /** True for a limit on a network or mail address: lifted in test mode, where a whole suite comes from one. */
  readonly isOfAddress: boolean
  /** True for a limit on the pace of one person: lifted with the limits on addresses, where one test person plays many. */
  readonly isOfPace?: boolean
  /** Spanish message when the limit is exceeded; the common one when absent. */
  readonly words?: string
}

/** One try, counted against its limit. */
export type Try = { readonly limit: Limit; readonly subject: string }
