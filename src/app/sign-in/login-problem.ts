/** Problem shown above the form of the sign-in screen. */
export type LoginProblem = {
  message: string
  /** Unconfirmed address, to which the confirmation may be mailed again; null otherwise. */
  unconfirmed: string | null
  /** True while the form tries again by itself, before it has failed. */
  isPassing?: boolean
}

export const problem = (message: string): LoginProblem => ({ message, unconfirmed: null })

/** Registration that was just sent, after which the screen shows the next step. */
export type Registered = { email: string; mustConfirm: boolean }

declare module '@tanstack/react-router' {
  interface HistoryState {
    registered?: Registered
  }
}
