/** The only reader of the time. Rules and stores take it as an argument. */
export const clock = {
  now: (): Date => new Date(),
}
