/** Routes of company sign-in: its settings, the way to the provider and back, and the platform's word on a domain. */
import { begin, beginTest, mayTry, offeredTo } from '#features/company-sign-in/commands/begin.ts'
import {
  addDomain,
  checkDomain,
  endForCompany,
  removeDomain,
  verifyForCompany,
} from '#features/company-sign-in/commands/domains.ts'
import { finish } from '#features/company-sign-in/commands/enter.ts'
import { redirectUri, type SignInParts } from '#features/company-sign-in/commands/parts.ts'
import { chooseMode, setProvider } from '#features/company-sign-in/commands/settings.ts'
import { finishTest } from '#features/company-sign-in/commands/trial.ts'
import { unlinkPerson } from '#features/company-sign-in/commands/unlink.ts'
import { signInSeal } from '#features/company-sign-in/store.ts'
import { flowTexts, settingsTexts } from '#features/company-sign-in/text.ts'
import { readCompanySignIn } from '#features/company-sign-in/views.ts'
import {
  beginCompanySignIn,
  beginSignInTest,
  finishCompanySignIn,
  finishSignInTest,
  getSignInOfDomain,
} from '#features/company-sign-in/wire/entering.ts'
import {
  addSignInDomain,
  checkSignInDomain,
  chooseSignInMode,
  endCompanySignIn,
  getCompanySignIn,
  removeSignInDomain,
  saveCompanySignIn,
  unlinkFromProvider,
  verifySignInDomain,
} from '#features/company-sign-in/wire.ts'
import type { Actor } from '#kernel/actor.ts'
import { isRefusal, type Refusal } from '#kernel/refusal.ts'
import { openProviders } from '#server/auth/oidc.ts'
import type { Secret } from '#server/auth/secret-keys.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import { findTexts } from '#server/http/domain-texts.ts'
import { openOutwardFetch } from '#server/http/outward-fetch.ts'
import { open, platform, type Route, read, write, writeEach } from '#server/http/route.ts'

export type SignInOptions = Pick<SignInParts, 'db' | 'identity' | 'reach'> &
  Partial<Pick<SignInParts, 'findTexts'>> & { readonly secret: Secret }

/** Time for one answer of a provider. */
const answerMs = 5000

export function companySignInRoutes(options: SignInOptions): readonly Route[] {
  const { reach, secret } = options
  const parts: SignInParts = {
    findTexts,
    ...options,
    seal: signInSeal(secret),
    providers: openProviders({ reach, fetch: openOutwardFetch({ reach, totalMs: answerMs }) }),
  }
  return [...settingsRoutes(parts), ...entryRoutes(parts), ...platformRoutes(parts)]
}

function settingsRoutes(parts: SignInParts): readonly Route[] {
  const readNow = (tx: TenantTx, actor: Actor) =>
    readCompanySignIn(tx, actor, redirectUri(parts.identity.site, tx.companyId))
  const after = async (tx: TenantTx, actor: Actor, done: true | Refusal) =>
    done === true ? readNow(tx, actor) : done
  return [
    read(getCompanySignIn, readNow),
    writeEach(saveCompanySignIn, settingsTexts, async (each, { body }) => {
      const set = await setProvider(each, parts, body)
      return set === true ? each(readNow) : set
    }),
    write(chooseSignInMode, settingsTexts, async (tx, actor, { body }) =>
      after(tx, actor, await chooseMode(tx, actor, body)),
    ),
    write(addSignInDomain, settingsTexts, async (tx, actor, { body }) =>
      after(tx, actor, await addDomain(tx, actor, body.domain)),
    ),
    writeEach(checkSignInDomain, settingsTexts, async (each, { params }) => {
      const checked = await checkDomain(each, parts, params.domain)
      return checked === true ? each(readNow) : checked
    }),
    write(removeSignInDomain, settingsTexts, async (tx, actor, { params }) =>
      after(tx, actor, await removeDomain(tx, actor, params.domain)),
    ),
    write(unlinkFromProvider, settingsTexts, async (tx, actor, { body }) =>
      after(tx, actor, await unlinkPerson(tx, actor, body.email)),
    ),
    writeEach(beginSignInTest, settingsTexts, async (each, { body }) => {
      const self = await each(mayTry)
      return isRefusal(self) ? self : beginTest(parts, self, body.secret)
    }),
    writeEach(finishSignInTest, settingsTexts, (each, { body }) => finishTest(each, parts, body)),
  ]
}

const entryRoutes = (parts: SignInParts): readonly Route[] => [
  open(getSignInOfDomain, ({ query }, from) => offeredTo(parts, query.domain ?? '', from), flowTexts),
  open(beginCompanySignIn, ({ body }, from) => begin(parts, body, from), flowTexts),
  open(finishCompanySignIn, ({ body }, from) => finish(parts, body, from), flowTexts),
]

const platformRoutes = ({ db }: SignInParts): readonly Route[] => [
  platform(verifySignInDomain, settingsTexts, (self, { params, body }) =>
    verifyForCompany(db, self, params.companyId, body.domain),
  ),
  platform(endCompanySignIn, settingsTexts, (self, { params }) => endForCompany(db, self, params.companyId)),
]
