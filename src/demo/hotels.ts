/** Grupo Miramar manages works for its clients: the company of the demo's main accounts. */
import { buildDelegations } from '#demo/delegations.ts'
import { buildFlows } from '#demo/flows.ts'
import { clientOf, contractOf, projectOf, providerOf } from '#demo/makers.ts'
import type { Stage } from '#demo/stage.ts'
import { changeSettings } from '#features/contracts/commands/policy.ts'
import { grant } from '#features/projects/store/people.ts'
import type { Actor } from '#kernel/actor.ts'

type People = {
  [name in 'admin' | 'keeper' | 'client' | 'mill' | 'marta' | 'diego' | 'lucia' | 'nuria' | 'treasury']: Actor
}
type Works = { [name in 'reform' | 'website' | 'millWorks' | 'audit' | 'climate' | 'studio']: string }

export async function buildHotels(stage: Stage): Promise<void> {
  const company = await people(stage)
  const made = await works(stage, company)
  await reformOrders(stage, company, made)
  await websiteOrders(stage, company, made)
  await millOrders(stage, company, made)
  await buildFlows(stage, company)
  await buildDelegations(stage, company)
}

async function people(stage: Stage): Promise<People> {
  const admin = await stage.person('empresa@demo.example', 'Elena', 'Prieto', 'admin')
  // Keeps the books of two companies.
  const keeper = await stage.person('gestoria@demo.example', 'Gema', 'Torres', 'admin')
  await changeSettings(stage.before(205), admin, {
    ...{ iban: 'ES7921000813610123456789', bic: 'CAIXESBBXXX', ordererId: 'B12345674000' },
  })
  const client = await clientOf(stage, admin, {
    name: 'Hoteles Brisa',
    email: 'cliente@demo.example',
    phone: '+34 965 120 340',
  })
  const mill = await clientOf(stage, admin, { name: 'Grupo Olivar', email: 'olivar@demo.example' })
  const ofHotels = { clientId: client.userId }
  return {
    admin,
    keeper,
    client,
    mill,
    marta: await stage.person('marta@demo.example', 'Marta', 'Ruiz', 'approver'),
    lucia: await stage.person('lucia@demo.example', 'Lucía', 'Vega', 'approver'),
    diego: await stage.person('diego@demo.example', 'Diego', 'Sanz', 'client_user', ofHotels),
    nuria: await stage.person('nuria@demo.example', 'Nuria', 'Gil', 'client_user', ofHotels),
    treasury: await stage.person('tesoreria@demo.example', 'Pablo', 'Ortiz', 'approver'),
  }
}

async function works(stage: Stage, company: People): Promise<Works> {
  const providers = await suppliers(stage, company)
  return {
    ...providers,
    ...(await projects(stage, company, await contracts(stage, company, providers.climate))),
  }
}

async function suppliers(stage: Stage, { admin, client, mill }: People) {
  const [hotels, olivar] = [client.userId, mill.userId]
  const climate = await providerOf(stage, admin, {
    name: 'Climatización Norte',
    taxId: 'B12345674',
    iban: 'ES9121000418450200051332',
    clientIds: [hotels, olivar],
  })
  const studio = { name: 'Estudio Añil', taxId: 'B87654321', clientIds: [hotels] }
  await stage.person('proveedor@demo.example', 'Sergio', 'Lago', 'provider', { providerId: climate })
  await stage.person('taller@demo.example', 'Irene', 'Cano', 'provider_user', { providerId: climate })
  return { climate, studio: await providerOf(stage, admin, studio) }
}

async function contracts(stage: Stage, { admin, client, mill }: People, climate: string) {
  const contract = contractOf(stage, admin)
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

async function projects(stage: Stage, company: People, { direction, air, web, machines, energy }: Contracts) {
  const project = projectOf(stage, company.admin)
  const id = (...names: (keyof People)[]) => names.map(name => company[name].userId)
  const [hotels, olivar] = [company.client.userId, company.mill.userId]
  const executorIds = id('treasury')
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
    await grant(stage.before(150), projectId, company.nuria.userId, ['view', 'edit'])
  }
  return { reform, website, millWorks, audit }
}

type Approved = (id: string, daysAgo: number) => Promise<void>

async function reformOrders(stage: Stage, company: People, works: Works): Promise<void> {
  const bothApprove: Approved = async (id, daysAgo) => {
    await stage.decides(company.marta, id, 'approve', daysAgo)
    await stage.decides(company.diego, id, 'approve', daysAgo - 1)
  }
  await executedOrders(stage, company, works, bothApprove)
  await stuckOrders(stage, company, works, bothApprove)
  await openOrders(stage, company, works)
}

async function executedOrders(
  stage: Stage,
  { client, nuria, treasury }: People,
  works: Works,
  bothApprove: Approved,
) {
  const pay = { projectId: works.reform, type: 'gasto', providerId: works.climate, invoice: true } as const
  const issue = { projectId: works.reform, type: 'emision', providerId: works.climate } as const
  const paid = await stage.submits(client, {
    ...pay,
    name: 'Climatización planta 1',
    amountMinor: '7500000',
    daysAgo: 60,
  })
  await bothApprove(paid, 58)
  await stage.paysByBatch(treasury, paid, 50, 'TRF-2291')
  const issued = await stage.submits(client, {
    ...issue,
    name: 'Certificación de dirección de obra',
    amountMinor: '25000000',
    daysAgo: 45,
  })
  await bothApprove(issued, 43)
  await stage.executes(treasury, issued, 40, 'FAC-0087')
  const approved = await stage.submits(nuria, {
    ...pay,
    name: 'Conductos planta 2',
    amountMinor: '4500000',
    invoiceNumber: 'CN-2026-0118',
    daysAgo: 12,
  })
  await bothApprove(approved, 9)
}

async function stuckOrders(
  stage: Stage,
  { admin, client, treasury }: People,
  works: Works,
  bothApprove: Approved,
) {
  const pay = { projectId: works.reform, type: 'gasto', providerId: works.climate, invoice: true } as const
  const failed = await stage.submits(client, {
    ...pay,
    name: 'Rejillas y difusores',
    amountMinor: '898209',
    daysAgo: 20,
  })
  await bothApprove(failed, 18)
  await stage.rejectsExecution(treasury, failed, 15, 'La cuenta del proveedor no admite el ingreso')
  const cancelled = await stage.submits(client, {
    ...pay,
    name: 'Grúa adicional',
    amountMinor: '1200000',
    daysAgo: 30,
  })
  await bothApprove(cancelled, 28)
  await stage.cancels(admin, cancelled, 25, 'Se usará la grúa de la obra')
}

async function openOrders(stage: Stage, { client, nuria, marta, diego }: People, works: Works) {
  const pay = { projectId: works.reform, type: 'gasto', providerId: works.climate, invoice: true } as const
  const issue = { projectId: works.reform, type: 'emision', providerId: works.climate } as const
  const late = await stage.submits(nuria, {
    ...pay,
    name: 'Máquina enfriadora',
    amountMinor: '4500000',
    invoiceNumber: 'CN-2026-0124',
    daysAgo: 8,
    description: 'Primer plazo según contrato, cláusula 4.',
    duplicateReason: 'El contrato fija plazos iguales: este es el de la máquina, no el de los conductos.',
  })
  await stage.decides(marta, late, 'approve', 6, 'Conforme con la certificación')
  await stage.submits(client, { ...pay, name: 'Puesta en marcha', amountMinor: '750050', daysAgo: 2 })
  const rejected = await stage.submits(client, {
    ...issue,
    name: 'Anticipo de dirección',
    amountMinor: '4500000',
    daysAgo: 22,
  })
  await stage.decides(diego, rejected, 'reject', 21, 'El anticipo ya está incluido en la certificación')
  const returned = await stage.submits(client, {
    ...pay,
    name: 'Aislamiento de tuberías',
    amountMinor: '1500000',
    daysAgo: 5,
  })
  await stage.decides(marta, returned, 'return', 4, 'Falta el albarán firmado')
}

async function websiteOrders(
  stage: Stage,
  { client, nuria, lucia, treasury }: People,
  works: Works,
): Promise<void> {
  const issue = { projectId: works.website, type: 'emision', providerId: works.studio } as const
  const first = await stage.submits(nuria, {
    ...issue,
    name: 'Diseño y maqueta',
    amountMinor: '4500000',
    daysAgo: 70,
  })
  await stage.decides(client, first, 'approve', 69)
  await stage.decides(lucia, first, 'approve', 68)
  await stage.executes(treasury, first, 65, 'FAC-0071')
  const second = await stage.submits(nuria, {
    ...issue,
    name: 'Motor de reservas',
    amountMinor: '2500000',
    daysAgo: 15,
  })
  await stage.decides(client, second, 'approve', 14)
  await stage.decides(lucia, second, 'approve', 13)
  await stage.submits(nuria, { ...issue, name: 'Traducciones', amountMinor: '1200000', daysAgo: 3 })
}

async function millOrders(
  stage: Stage,
  { mill, marta, lucia, treasury }: People,
  works: Works,
): Promise<void> {
  const pay = { projectId: works.millWorks, type: 'gasto', providerId: works.climate, invoice: true } as const
  const first = await stage.submits(mill, {
    ...pay,
    name: 'Línea de molturación',
    amountMinor: '25000000',
    daysAgo: 80,
  })
  await stage.decides(marta, first, 'approve', 78)
  await stage.decides(lucia, first, 'approve', 77)
  await stage.executes(treasury, first, 70, 'TRF-2103')
  const second = await stage.submits(mill, {
    ...pay,
    name: 'Depósitos de acero',
    amountMinor: '7500000',
    daysAgo: 11,
  })
  await stage.decides(marta, second, 'approve', 10)
  await stage.decides(lucia, second, 'approve', 9)
  await stage.submits(mill, { ...pay, name: 'Cinta de limpieza', amountMinor: '1500000', daysAgo: 6 })
  const audit = { projectId: works.audit, type: 'emision', providerId: works.climate } as const
  await stage.submits(mill, { ...audit, name: 'Informe preliminar', amountMinor: '1250000', daysAgo: 7 })
}
