/** Sign-in with the company of a mail address: to its provider, and back with a session. */
import { type SessionUser, session } from '#app/session.ts'
import { redeemedLink } from '#app/sign-in/pending-password-link.ts'
import { beginCompanySignIn, finishCompanySignIn } from '#features/company-sign-in/wire/entering.ts'
import { call, failureMessage } from '#ui/api.ts'
import { type Answer, providerWay } from '#ui/provider-way.ts'

/** Leads to the provider. Returns why not; null when the page is about to be left. */
export async function goToCompany(email: string, returnTo: string | undefined): Promise<string | null> {
  const secret = providerWay.newSecret()
  try {
    const { url } = await call(beginCompanySignIn, { body: { email, secret } })
    providerWay.begin({ secret, isTrial: false, returnTo })
    location.assign(url)
    return null
  } catch (error) {
    return failureMessage(error)
  }
}

/** `null`: the second factor is due, which the sign-in screen asks for. */
export type Entered = { user: SessionUser | null } | { message: string }

export async function comeBack(companyId: string, answer: Answer): Promise<Entered> {
  try {
    const tokens = await call(finishCompanySignIn, { body: { companyId, ...answer } })
    const { error } = await (await session.client()).setSession(tokens)
    if (error) return { message: 'No se ha podido iniciar la sesión. Inténtalo de nuevo.' }
    redeemedLink.forget()
    return { user: await session.user() }
  } catch (error) {
    return { message: failureMessage(error) }
  }
}
