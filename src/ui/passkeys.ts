/** The dialog between browser and device about passkeys. Its library loads with the first one. */
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

/**
 * True where this browser can use passkeys: it knows them, and the page stands at a name. Browsers make none for an address
 * in numbers, so that a program at `127.0.0.1` is opened as `localhost`.
 */
export const canUsePasskeys = (): boolean =>
  window.isSecureContext && 'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(location.hostname)

/** `calm`: the person closed the dialog, or let it pass: nothing has gone wrong. */
export type Stopped = { readonly message: string; readonly calm: boolean }

export type Made = {
  readonly id: string
  readonly rawId: string
  readonly type: 'public-key'
  readonly response: { clientDataJSON: string; attestationObject: string; transports?: string[] }
  readonly clientExtensionResults: Record<string, never>
}

export type Signed = {
  readonly id: string
  readonly rawId: string
  readonly type: 'public-key'
  readonly response: {
    clientDataJSON: string
    authenticatorData: string
    signature: string
    userHandle?: string | undefined
  }
  readonly clientExtensionResults: Record<string, never>
}

const library = () => import('@simplewebauthn/browser')

/** Loads what the dialog needs, when somebody is about to press its button. */
export function warmUpPasskeys(): void {
  library().catch(() => {})
}

/** Has a device make a key. */
export async function makePasskey(
  optionsJSON: PublicKeyCredentialCreationOptionsJSON,
): Promise<{ made: Made } | Stopped> {
  try {
    const { startRegistration } = await library()
    const { id, rawId, response } = await startRegistration({ optionsJSON })
    const { clientDataJSON, attestationObject, transports } = response
    const known = transports === undefined ? {} : { transports }
    const answer = { clientDataJSON, attestationObject, ...known }
    return { made: { id, rawId, type: 'public-key', response: answer, clientExtensionResults: {} } }
  } catch (error) {
    return stopped(error)
  }
}

/** Has a device sign a challenge. */
export async function signWithDevice(
  optionsJSON: PublicKeyCredentialRequestOptionsJSON,
): Promise<{ signed: Signed } | Stopped> {
  try {
    const { startAuthentication } = await library()
    const { id, rawId, response } = await startAuthentication({ optionsJSON })
    const { clientDataJSON, authenticatorData, signature, userHandle } = response
    const answer = { clientDataJSON, authenticatorData, signature, userHandle }
    return { signed: { id, rawId, type: 'public-key', response: answer, clientExtensionResults: {} } }
  } catch (error) {
    return stopped(error)
  }
}

/** Browsers say the same of a dialog that was closed, that took too long, and of a device without a key for the site. */
const closed: Stopped = {
  message: 'No se ha usado ninguna llave de acceso. Puedes volver a intentarlo cuando quieras.',
  calm: true,
}

function stopped(error: unknown): Stopped {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'AbortError') return closed
  if (name === 'InvalidStateError')
    return { message: 'Este dispositivo ya tiene una llave de acceso de tu cuenta.', calm: true }
  return { message: 'Tu dispositivo no ha podido usar la llave de acceso. Inténtalo de nuevo.', calm: false }
}
