/** Grupo Miramar manages works for its clients: the company of the demo's main accounts. */
import { payByBank } from '#demo/bank.ts'
import { makeBottling, orderInvoices } from '#demo/bottling.ts'
import { makeCentres } from '#demo/cost-centres.ts'
import { buildDelegations } from '#demo/delegations.ts'
import { buildFlows } from '#demo/flows.ts'
import type { DemoHistory } from '#demo/history.ts'
import { type People, people } from '#demo/hotel-people.ts'
import { sendInvoices } from '#demo/invoices.ts'
import { buildRent } from '#demo/rent.ts'
import { grant } from '#features/projects/store/people.ts'
import { makeContract, makeProject, makeProvider } from '#features/samples/commands/makers.ts'
import { type Order, Story } from '#features/samples/commands/story.ts'
import type { Actor } from '#kernel/actor.ts'

type Works = { [name in 'reform' | 'website' | 'millWorks' | 'audit' | 'climate' | 'studio']: string } & {
  supplier: Actor
}

export async function buildHotels(history: DemoHistory): Promise<void> {
  const company = await people(history)
  const made = await works(history, company)
  const bottling = await makeBottling(history, company)
  const story = new Story(history)
  const machine = reformOrders(story, company, made)
  websiteOrders(story, company, made)
  millOrders(story, company, made, await makeCentres(history, company.admin, company.mill.userId))
  await story.tell()
  const owed = await orderInvoices(history, company, bottling)
  await buildRent(history, company.nuria, machine)
  await buildDelegations(history, company)
  await buildFlows(history, company)
  await sendInvoices(history, made.supplier)
  await payByBank(history, company, owed)
}

async function works(history: DemoHistory, company: People): Promise<Works> {
  const providers = await suppliers(history, company)
  return {
    ...providers,
    ...(await projects(history, company, await contracts(history, company, providers.climate))),
  }
}

async function suppliers(history: DemoHistory, { admin, client, mill }: People) {
  const [hotels, olivar] = [client.userId, mill.userId]
  const climate = await makeProvider(history, admin, {
    name: 'Climatización Norte',
    taxId: 'B12345674',
    iban: 'ES9121000418450200051332',
    clientIds: [hotels, olivar],
  })
  const studio = await makeProvider(history, admin, {
    name: 'Estudio Añil',
    taxId: 'B87654323',
    clientIds: [hotels],
  })
  const ofClimate = { providerId: climate, daysAgo: 184 }
  const supplier = await history.person('proveedor@demo.example', 'Sergio', 'Lago', 'provider', ofClimate)
  await history.person('taller@demo.example', 'Irene', 'Cano', 'provider_user', ofClimate)
  return { climate, studio, supplier }
}

async function contracts(history: DemoHistory, { admin, client, mill }: People, climate: string) {
  const contract = makeContract(history, admin)
  const billed = (description: string, total: string, clientId: string) =>
    contract({ type: 'cliente', clientId, total, description })
  const paid = { type: 'proveedor', providerId: climate } as const
  const conditions = 'Certificaciones mensuales. Pago a 30 días de la factura.'
  const [hotels, olivar] = [client.userId, mill.userId]
  return {
    direction: await billed('Dirección de la reforma del Hotel Brisa', '40000000', hotels),
    air: await contract({
      ...paid,
      clientId: hotels,
      total: '25000000',
      description: 'Climatización del Hotel Brisa',
      conditions,
    }),
    web: await billed('Web corporativa y reservas', '7500000', hotels),
    machines: await contract({
      ...paid,
      clientId: olivar,
      total: '35000000',
      description: 'Maquinaria de la almazara',
      overrunPolicy: 'bloquear',
    }),
    energy: await billed('Auditoría energética', '4500000', olivar),
  }
}

type Contracts = Awaited<ReturnType<typeof contracts>>

async function projects(
  history: DemoHistory,
  company: People,
  { direction, air, web, machines, energy }: Contracts,
) {
  const project = makeProject(history, company.admin)
  const id = (...names: (keyof People)[]) => names.map(name => company[name].userId)
  const [hotels, olivar] = [company.client.userId, company.mill.userId]
  // The treasury pays; the keeper of the books releases its batches.
  const executorIds = id('treasury', 'keeper')
  const reform = await project({
    name: 'Reforma Hotel Brisa',
    clientId: hotels,
    total: '35000000',
    contractIds: [direction, air],
    approverIds: id('marta', 'diego'),
    executorIds,
  })
  const website = await project({
    name: 'Web corporativa',
    clientId: hotels,
    total: '7500000',
    contractIds: [web],
    approverIds: id('client', 'lucia'),
    executorIds,
  })
  const millWorks = await project({
    name: 'Almazara nueva',
    clientId: olivar,
    total: '40000000',
    contractIds: [machines],
    approverIds: id('marta', 'lucia'),
    executorIds: id('treasury', 'admin'),
  })
  const audit = await project({
    name: 'Auditoría energética',
    clientId: olivar,
    total: '4500000',
    contractIds: [energy],
    approverIds: [],
    executorIds,
  })
  for (const projectId of [reform, website]) {
    await grant(history.before(150), projectId, company.nuria.userId, ['view', 'edit'])
  }
  return { reform, website, millWorks, audit }
}

type Approved = (order: Order, daysAgo: number) => void

/** Tells the orders of the reform, and returns the one of the machine. */
function reformOrders(story: Story, company: People, works: Works): Order {
  const bothApprove: Approved = (order, daysAgo) => {
    story.decides(company.marta, order, 'approve', daysAgo)
    story.decides(company.diego, order, 'approve', daysAgo - 1)
  }
  executedOrders(story, company, works, bothApprove)
  stuckOrders(story, company, works, bothApprove)
  return openOrders(story, company, works)
}

function executedOrders(
  story: Story,
  { client, keeper, nuria, treasury }: People,
  works: Works,
  bothApprove: Approved,
) {
  const pay = { projectId: works.reform, type: 'gasto', providerId: works.climate, invoice: true } as const
  const issue = { projectId: works.reform, type: 'emision', providerId: works.climate } as const
  const paid = story.submits(client, {
    ...pay,
    name: 'Climatización planta 1',
    amountMinor: '7500000',
    daysAgo: 60,
  })
  bothApprove(paid, 58)
  story.paysByBatch({ pays: treasury, releases: keeper }, paid, 50, 'TRF-2291')
  const issued = story.submits(client, {
    ...issue,
    name: 'Certificación de dirección de obra',
    amountMinor: '25000000',
    daysAgo: 45,
  })
  bothApprove(issued, 43)
  story.executes(treasury, issued, 40, 'FAC-0087')
  const approved = story.submits(nuria, {
    ...pay,
    name: 'Conductos planta 2',
    dueIn: 2,
    amountMinor: '4500000',
    invoiceNumber: 'CN-2026-0118',
    daysAgo: 12,
  })
  bothApprove(approved, 9)
}

function stuckOrders(story: Story, { admin, client, treasury }: People, works: Works, bothApprove: Approved) {
  const pay = { projectId: works.reform, type: 'gasto', providerId: works.climate, invoice: true } as const
  const failed = story.submits(client, {
    ...pay,
    name: 'Rejillas y difusores',
    amountMinor: '898209',
    daysAgo: 20,
  })
  bothApprove(failed, 18)
  story.rejectsExecution(treasury, failed, 15, 'La cuenta del proveedor no admite el ingreso')
  const cancelled = story.submits(client, {
    ...pay,
    name: 'Grúa adicional',
    amountMinor: '1200000',
    daysAgo: 30,
  })
  bothApprove(cancelled, 28)
  story.cancels(admin, cancelled, 25, 'Se usará la grúa de la obra')
}

function openOrders(story: Story, { client, nuria, marta, diego }: People, works: Works): Order {
  const pay = { projectId: works.reform, type: 'gasto', providerId: works.climate, invoice: true } as const
  const issue = { projectId: works.reform, type: 'emision', providerId: works.climate } as const
  const late = story.submits(nuria, {
    ...pay,
    name: 'Máquina enfriadora',
    dueIn: 16,
    amountMinor: '4500000',
    invoiceNumber: 'CN-2026-0124',
    daysAgo: 8,
    description: 'Primer plazo según contrato, cláusula 4.',
    duplicateReason: 'El contrato fija plazos iguales: este es el de la máquina, no el de los conductos.',
  })
  story.decides(marta, late, 'approve', 6, 'Conforme con la certificación')
  story.submits(client, { ...pay, name: 'Puesta en marcha', amountMinor: '750050', daysAgo: 2 })
  const rejected = story.submits(client, {
    ...issue,
    name: 'Anticipo de dirección',
    amountMinor: '4500000',
    daysAgo: 22,
  })
  story.decides(diego, rejected, 'reject', 21, 'El anticipo ya está incluido en la certificación')
  const returned = story.submits(client, {
    ...pay,
    name: 'Aislamiento de tuberías',
    amountMinor: '1360000',
    daysAgo: 5,
  })
  story.decides(marta, returned, 'return', 4, 'Falta el albarán firmado')
  return late
}

function websiteOrders(story: Story, { client, nuria, lucia, treasury }: People, works: Works): void {
  const issue = { projectId: works.website, type: 'emision', providerId: works.studio } as const
  const first = story.submits(nuria, {
    ...issue,
    name: 'Diseño y maqueta',
    amountMinor: '4500000',
    daysAgo: 70,
  })
  story.decides(client, first, 'approve', 69)
  story.decides(lucia, first, 'approve', 68)
  story.executes(treasury, first, 65, 'FAC-0071')
  const second = story.submits(nuria, {
    ...issue,
    name: 'Motor de reservas',
    amountMinor: '2500000',
    daysAgo: 15,
  })
  story.decides(client, second, 'approve', 14)
  story.decides(lucia, second, 'approve', 13)
  story.submits(nuria, { ...issue, name: 'Traducciones', amountMinor: '1200000', daysAgo: 3 })
}

function millOrders(
  story: Story,
  { mill, marta, lucia, treasury }: People,
  works: Works,
  costCentreId: string,
): void {
  const order = { projectId: works.millWorks, providerId: works.climate, costCentreId } as const
  const pay = { ...order, type: 'gasto', invoice: true } as const
  const first = story.submits(mill, {
    ...pay,
    name: 'Línea de molturación',
    amountMinor: '25000000',
    daysAgo: 80,
  })
  story.decides(marta, first, 'approve', 78)
  story.decides(lucia, first, 'approve', 77)
  story.executes(treasury, first, 70, 'TRF-2103')
  const second = story.submits(mill, {
    ...pay,
    name: 'Depósitos de acero',
    dueIn: 9,
    amountMinor: '7500000',
    daysAgo: 11,
  })
  story.decides(marta, second, 'approve', 10)
  story.decides(lucia, second, 'approve', 9)
  story.submits(mill, { ...pay, name: 'Cinta de limpieza', dueIn: -1, amountMinor: '1500000', daysAgo: 6 })
  const audit = { projectId: works.audit, type: 'emision', providerId: works.climate } as const
  story.submits(mill, { ...audit, name: 'Informe preliminar', amountMinor: '1250000', daysAgo: 7 })
}
