/** Content of a sample: two clients, three providers, two contracts and projects, and orders in several states. */
import { createEmptyCompany } from '#features/companies/commands.ts'
import type { Company } from '#features/companies/rules.ts'
import { changeSettings } from '#features/contracts/commands/policy.ts'
import { linkCompany } from '#features/identity/store/accounts.ts'
import { addMember } from '#features/people/commands.ts'
import { inventedAddress } from '#features/people/rules/invented.ts'
import { CompanyHistory, unlessRefused } from '#features/samples/commands/history.ts'
import { makeClient, makeContract, makeProject, makeProvider } from '#features/samples/commands/makers.ts'
import { Story } from '#features/samples/commands/story.ts'
import type { Actor } from '#kernel/actor.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import type { FileStore } from '#server/files/file-store.ts'

type SampleContent = {
  readonly realCompany: Company
  /** The administrator who plays in the sample, its only member who signs in. */
  readonly userId: string
  readonly name: string
}

/** Makes and fills the company whose id the transaction has. */
export async function fill(
  tx: TenantTx,
  files: FileStore,
  { realCompany, userId, name }: SampleContent,
): Promise<void> {
  const { email, currency, timeZone } = realCompany
  const history = new SampleHistory(tx, files, realCompany)
  const company = { name: sampleName(realCompany.name), email, plan: 'business', currency, timeZone } as const
  await createEmptyCompany(history.before(210), { userId }, { ...company, sampleOf: realCompany.id })
  // The link says whose sample it is, so that the one which every member gets finds it there.
  await linkCompany(tx, userId, tx.companyId, realCompany.id)
  const member = { userId, role: 'admin', clientId: null, providerId: null } as const
  await addMember(history.before(200), { userId }, member)
  const admin = history.actor({ ...member, name })
  // Alone in the company, the person approves and pays.
  const settings = { executorMayApprove: true, iban: 'ES6800000000010000000009' }
  unlessRefused(await changeSettings(history.before(199), admin, settings))
  const story = new Story(history)
  writeOrders(story, admin, await makeWorks(history, admin))
  await story.tell()
}

/** Name of the sample, within the 120 characters of a company's name. */
const sampleName = (name: string): string => `Ejemplo de ${name}`.slice(0, 120).trim()

/** Every paper of a sample says what it is. */
class SampleHistory extends CompanyHistory {
  override pdf(tx: TenantTx, actor: Actor, name: string, lines: readonly string[]): Promise<string> {
    return super.pdf(tx, actor, name, ['EJEMPLO sin valor', ...lines])
  }
}

/** The two jobs of the sample: their client, project and provider. */
type Works = {
  readonly [name in 'hotel' | 'winery']: {
    readonly client: Actor
    readonly projectId: string
    readonly providerId: string
  }
}

async function makeWorks(history: SampleHistory, admin: Actor): Promise<Works> {
  const at = (name: string) => inventedAddress(name, admin.companyId)
  const hotel = await makeClient(history, admin, {
    name: 'Hotel Inventado',
    taxId: 'B00000034',
    email: at('hotel'),
  })
  const winery = await makeClient(history, admin, { name: 'Bodega Ficticia', email: at('bodega') })
  const builder = await makeProvider(history, admin, {
    name: 'Reformas de Ejemplo',
    taxId: 'B00000000',
    iban: 'ES3600000000050000000001',
    clientIds: [hotel.userId],
  })
  const printer = await makeProvider(history, admin, {
    name: 'Imprenta de Ejemplo',
    taxId: 'B00000018',
    iban: 'ES6300000000010000000002',
    clientIds: [winery.userId],
  })
  await makeProvider(history, admin, {
    name: 'Transportes de Ejemplo',
    taxId: 'B00000026',
    iban: 'ES4400000000040000000003',
    clientIds: [hotel.userId, winery.userId],
  })
  const site = { client: hotel, providerId: builder, name: 'Reforma del hotel', total: '6000000' }
  const labels = { client: winery, providerId: printer, name: 'Etiquetas de la cosecha', total: '1500000' }
  const contracts = [await contract(history, admin, site), await contract(history, admin, labels)]
  return {
    hotel: { ...site, projectId: await project(history, admin, site, contracts.slice(0, 1)) },
    winery: { ...labels, projectId: await project(history, admin, labels, contracts.slice(1)) },
  }
}

type Job = {
  readonly client: Actor
  readonly providerId: string
  readonly name: string
  readonly total: string
}

const contract = (history: CompanyHistory, admin: Actor, { client, providerId, name, total }: Job) =>
  makeContract(
    history,
    admin,
  )({ type: 'proveedor', clientId: client.userId, providerId, total, description: name })

const project = (
  history: CompanyHistory,
  admin: Actor,
  { client, name, total }: Job,
  contractIds: string[],
) =>
  makeProject(
    history,
    admin,
  )({
    name,
    clientId: client.userId,
    total,
    contractIds,
    approverIds: [admin.userId],
    executorIds: [admin.userId],
  })

/** One order paid, one to pay, one to issue, one returned, and two that wait for the person. */
function writeOrders(story: Story, admin: Actor, { hotel, winery }: Works): void {
  const pay = {
    projectId: hotel.projectId,
    providerId: hotel.providerId,
    type: 'gasto',
    invoice: true,
  } as const
  const { client } = hotel
  const paid = story.submits(client, { ...pay, name: 'Demolición', amountMinor: '1200000', daysAgo: 40 })
  story.decides(admin, paid, 'approve', 38)
  story.executes(admin, paid, 35, 'TRF-EJEMPLO-1')
  const issue = { ...pay, type: 'emision', invoice: false } as const
  const issued = story.submits(client, {
    ...issue,
    name: 'Certificación de obra',
    amountMinor: '950000',
    daysAgo: 20,
  })
  story.decides(admin, issued, 'approve', 19)
  const approved = story.submits(client, { ...pay, name: 'Fontanería', amountMinor: '840000', daysAgo: 12 })
  story.decides(admin, approved, 'approve', 10)
  const returned = story.submits(client, { ...pay, name: 'Pintura', amountMinor: '310050', daysAgo: 6 })
  story.decides(admin, returned, 'return', 5, 'Falta el presupuesto firmado')
  story.submits(client, { ...pay, name: 'Ventanas del patio', amountMinor: '625000', daysAgo: 3 })
  story.submits(winery.client, {
    ...pay,
    projectId: winery.projectId,
    providerId: winery.providerId,
    name: 'Etiquetas de reserva',
    amountMinor: '318000',
    daysAgo: 1,
  })
}
