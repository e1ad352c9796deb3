// A client with a project of its own in the demo company, so that a journey neither finds nor leaves anything
// in the orders of another. Made through the API; what the journey is about is done in the browser.
import { demoPassword } from '../../src/demo/password.ts'
import type { Answer, Talk } from '../support/talk.ts'
import { anotherAccount } from './accounts.ts'
import { linksOf } from './links.ts'

export type Works = Awaited<ReturnType<typeof makeWorks>>
export type Project = Awaited<ReturnType<Works['project']>>

type ProjectOptions = {
  readonly name: string
  /** Minor units of its only contract. */
  readonly total?: string
  readonly overrunPolicy?: 'avisar' | 'bloquear'
  readonly approverIds?: readonly string[]
  readonly executorIds?: readonly string[]
  /** People who only see it. */
  readonly viewerIds?: readonly string[]
}

/** Journeys make the same order again, and say why. */
const duplicateReason = 'Son entregas distintas'

/** A supplier of the client with an account, for payments that go to the bank. */
const paidAt = (name: string, clientId: string) => ({
  name,
  iban: anotherAccount(),
  clientIds: [clientId],
})

export async function makeWorks(talk: Talk) {
  const admin = await talk.signIn('empresa')
  const make = async (path: string, body: object, as = admin) => done(await talk.post(path, as, body))
  const tag = crypto.randomUUID().slice(0, 6)
  const email = addressesWith(tag)
  const { person, administrator } = newcomers(talk, admin, email)
  const client = { name: `Viñas ${tag}`, email: email('vinas') }
  const clientId: string = (await make('/api/clients', client)).id
  await comeIn(talk, client.email)
  const supplier = `Cubas ${tag}`
  const providerId: string = (await make('/api/providers', paidAt(supplier, clientId))).id
  const [ana, luis, caja, cubas] = await Promise.all([
    person('Ana', 'Primera'),
    person('Luis', 'Segundo'),
    person('Teresa', 'Caja'),
    person('Carlos', 'Cuba', { role: 'provider', providerId }),
  ])
  const known = { client, clientId, supplier, providerId, ana, luis, caja, cubas, person, administrator }

  const project = async ({
    name,
    total = '1000000',
    overrunPolicy = 'avisar',
    approverIds,
    executorIds,
    viewerIds = [],
  }: ProjectOptions) => {
    const dates = { startsOn: '2020-01-01', endsOn: '2090-12-31' }
    const contract = { clientId, providerId, totalMinor: total, currency: 'EUR', overrunPolicy, ...dates }
    const { id: contractId } = await make('/api/contracts', {
      ...contract,
      type: 'proveedor',
      description: `Contrato de ${name}`,
    })
    const projectId = await makeProject(talk, admin, {
      name,
      clientId,
      totalMinor: total,
      contractIds: [contractId],
      approverIds: approverIds ?? [ana.id, luis.id],
      executorIds: executorIds ?? [caja.id],
    })
    for (const userId of viewerIds) await letSee(talk, admin, projectId, userId)
    const order = async (orderName: string, amountMinor: string, fileIds: readonly string[] = []) => {
      const said = { projectId, type: 'gasto', name: orderName, providerId, amountMinor, duplicateReason }
      return String((await make('/api/documents', { ...said, fileIds }, await tokenOf(client))).id)
    }
    return { id: projectId, contractId: String(contractId), order }
  }
  const tokenOf = (who: { readonly email: string }) => talk.signIn(who.email.replace('@demo.example', ''))
  const decide = async (
    who: { readonly email: string },
    documentId: string,
    decision: string,
    revision = 1,
    comment = '',
  ) => make(`/api/documents/${documentId}/decision`, { revision, decision, comment }, await tokenOf(who))
  const approve = async (documentId: string, revision = 1) => {
    for (const who of [ana, luis]) await decide(who, documentId, 'approve', revision)
  }
  const arrive = (who: string) => comeIn(talk, who)
  return { talk, ...known, project, decide, approve, tokenOf, comeIn: arrive }
}

/** A batch that somebody else made is released by this person, who saw what it pays. */
export async function releaseBatch(
  { talk, tokenOf }: Works,
  who: { readonly email: string },
  batchId: string,
): Promise<void> {
  const as = await tokenOf(who)
  const { twoHands } = done(await talk.get(`/api/payment-batches/${batchId}`, as))
  done(await talk.post(`/api/payment-batches/${batchId}/release`, as, { seen: twoHands.review.version }))
}

async function letSee(talk: Talk, admin: string, projectId: string, userId: string): Promise<void> {
  const path = `/api/projects/${projectId}/permissions/${userId}`
  done(await sendTo(talk, 'PUT', path, { permissions: ['view'] }, admin))
}

/** Id of a new project, also where so many journeys have made theirs in this program that the plan has no more. */
async function makeProject(talk: Talk, admin: string, body: object): Promise<string> {
  const made = await talk.post('/api/projects', admin, body)
  if (made.body.type !== '/problems/plan_limit') return String(done(made).id)
  await raisePlan(talk, companyOf(admin))
  return String(done(await talk.post('/api/projects', admin, body)).id)
}

/** A plan of any number of projects. */
export async function raisePlan(talk: Talk, companyId: string): Promise<void> {
  const body = { plan: 'enterprise', reason: 'Más de sesenta proyectos' }
  done(
    await sendTo(talk, 'PUT', `/api/platform/companies/${companyId}/plan`, body, await talk.signIn('saas')),
  )
}

/** Those who come while a journey runs. */
function newcomers(talk: Talk, admin: string, email: (name: string) => string) {
  const person = async (name: string, lastName: string, over: object = {}) => {
    const who = { email: email(name.toLowerCase()), role: 'approver', ...over }
    done(await talk.post('/api/people', admin, { name, lastName, ...who }))
    return { id: await comeIn(talk, who.email), email: who.email, name: `${name} ${lastName}` }
  }
  /** Only the platform makes administrators. */
  const administrator = async (name: string, lastName: string) => {
    const who = { name, lastName, email: email(name.toLowerCase()), password: demoPassword }
    const body = { ...who, role: 'admin', company_id: companyOf(admin) }
    done(await talk.post('/functions/v1/create-user', await talk.signIn('saas'), body))
    // A second hand is somebody whose address and password are their own.
    done(await sendTo(talk, 'POST', '/auth/v1/recover', { email: who.email }))
    const link = new URL(await linksOf(talk.origin)(who.email, 'recovery'))
    await choosePassword(talk, 'recovery', link.searchParams.get('code'))
    return { email: who.email, name: `${name} ${lastName}` }
  }
  return { person, administrator }
}

function companyOf(token: string): string {
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  return claims.app_metadata.company_id
}

/** Follows the invitation that was mailed, and chooses the demo's password. The id of the account. */
async function comeIn(talk: Talk, email: string): Promise<string> {
  const link = new URL(await linksOf(talk.origin)(email, 'invitation'))
  return choosePassword(talk, 'invite', link.searchParams.get('token_hash'))
}

async function choosePassword(talk: Talk, type: 'invite' | 'recovery', code: string | null): Promise<string> {
  const session = done(await sendTo(talk, 'POST', '/auth/v1/verify', { type, token_hash: code }))
  done(await sendTo(talk, 'PUT', '/auth/v1/user', { password: demoPassword }, session.access_token))
  return String(session.user.id)
}

const sendTo = ({ ask }: Talk, method: string, path: string, body: object, bearer = '') =>
  ask(path, {
    method,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}` },
  })

function done({ status, body }: Answer): Answer['body'] {
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`)
  return body
}

/** Two files may both bring an Eva: no address is given twice. */
function addressesWith(tag: string): (name: string) => string {
  let given = 0
  return name => `${name}-${tag}${++given}@demo.example`
}
