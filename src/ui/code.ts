/** Milliseconds between two tries; the browser's word that it is online again shortens them. */
const pauseMs = 3000

/** Code of the server, once it can be reached. @throws of code that the server no longer has */
export async function readCode<Code>(read: () => Promise<Code>, onAway = () => {}): Promise<Code> {
  for (;;) {
    try {
      return await read()
    } catch {
      if (await isServerReached()) return read()
    }
    onAway()
    await pause()
  }
}

/** True when it answers at all; what stands before a server that is away answers with 500 and above. */
const isServerReached = (): Promise<boolean> =>
  fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    ({ status }) => status < 500,
    () => false,
  )

const pause = (): Promise<void> =>
  new Promise(resolve => {
    const goOn = () => {
      clearTimeout(timer)
      removeEventListener('online', goOn)
      resolve()
    }
    const timer = setTimeout(goOn, pauseMs)
    addEventListener('online', goOn)
  })
