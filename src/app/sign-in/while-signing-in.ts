/** Runs `work`, and tells that somebody is signing in until it has ended, also when it fails. */
export async function whileSigningIn(
  tell: (isSigningIn: boolean) => void,
  work: () => Promise<void>,
): Promise<void> {
  tell(true)
  try {
    await work()
  } finally {
    tell(false)
  }
}
