/** Grupo Miramar manages works for its clients: the company of the demo's main accounts. */
import { clientOf, contractOf, projectOf, providerOf } from '#demo/makers.ts'
import type { Stage } from '#demo/stage.ts'
import { grant } from '#features/projects/store.ts'
import type { Actor } from '#kernel/actor.ts'

type People = {
  [name in 'admin' | 'client' | 'mill' | 'marta' | 'diego' | 'lucia' | 'nuria' | 'treasury']: Actor
}
type Works = { [name in 'reform' | 'website' | 'millWorks' | 'audit' | 'climate' | 'studio']: string }

export async function buildHotels(stage: Stage): Promise<void> {
  const company = await people(stage)
  const works = await projects(stage, company)
  await reformOrders(stage, company, works)
  await websiteOrders(stage, company, works)
  await millOrders(stage, company, works)
}

async function people(stage: Stage): Promise<People> {
  const admin = await stage.person('empresa@demo.example', 'Elena', 'Prieto', 'admin')
  const client = await clientOf(stage, admin, {
    name: 'Hoteles Brisa',
    email: 'cliente@demo.example',
    phone: '+34 965 120 340',
  })
  const mill = await clientOf(stage, admin, { name: 'Grupo Olivar', email: 'olivar@demo.example' })
  const ofHotels = { clientId: client.userId }
  return {
    admin,
    client,
    mill,
    marta: await stage.person('marta@demo.example', 'Marta', 'Ruiz', 'approver'),
    lucia: await stage.person('lucia@demo.example', 'Lucía', 'Vega', 'approver'),
    diego: await stage.person('diego@demo.example', 'Diego', 'Sanz', 'client_user', ofHotels),
    nuria: await stage.person('nuria@demo.example', 'Nuria', 'Gil', 'client_user', ofHotels),
    treasury: await stage.person('tesoreria@demo.example', 'Pablo', 'Ortiz', 'approver'),
  }
}

async function projects(
  stage: Stage,
  { admin, client, mill, marta, lucia, diego, nuria, treasury }: People,
): Promise<Works> {
  const both = [client.userId, mill.userId]
  const climate = await providerOf(stage, admin, {
    name: 'Climatización Norte',
    taxId: 'B12345674',
    iban: 'ES9121000418450200051332',
    clientIds: both,
  })
  const studio = await providerOf(stage, admin, {
    name: 'Estudio Añil',
    taxId: 'B87654321',
    clientIds: [client.userId],
  })
  await stage.person('proveedor@demo.example', 'Sergio', 'Lago', 'provider', { providerId: climate })
  await stage.person('taller@demo.example', 'Irene', 'Cano', 'provider_user', { providerId: climate })
  const contract = contractOf(stage, admin)
  const project = projectOf(stage, admin)
  const [hotels, olivar] = [client.userId, mill.userId]
  const billing = await contract({
    type: 'cliente',
    clientId: hotels,
    total: '40000000',
    description: 'Dirección de la reforma del Hotel Brisa',
  })
  const works = await contract({
    type: 'proveedor',
    clientId: hotels,
    providerId: climate,
    total: '25000000',
    description: 'Climatización del Hotel Brisa',
    conditions: 'Certificaciones mensuales. Pago a 30 días de la factura.',
  })
  const web = await contract({
    type: 'cliente',
    clientId: hotels,
    total: '7500000',
    description: 'Web corporativa y reservas',
  })
  const machines = await contract({
    type: 'proveedor',
    clientId: olivar,
    providerId: climate,
    total: '35000000',
    description: 'Maquinaria de la almazara',
    overrunPolicy: 'bloquear',
  })
  const energy = await contract({
    type: 'cliente',
    clientId: olivar,
    total: '4500000',
    description: 'Auditoría energética',
  })
  const reform = await project({
    name: 'Reforma Hotel Brisa',
    clientId: hotels,
    total: '35000000',
    contractIds: [billing, works],
    approverIds: [marta.userId, diego.userId],
    executorIds: [treasury.userId],
  })
  const website = await project({
    name: 'Web corporativa',
    clientId: hotels,
    total: '7500000',
    contractIds: [web],
    approverIds: [client.userId, lucia.userId],
    executorIds: [treasury.userId],
  })
  const millWorks = await project({
    name: 'Almazara nueva',
    clientId: olivar,
    total: '40000000',
    contractIds: [machines],
    approverIds: [marta.userId, lucia.userId],
    executorIds: [treasury.userId, admin.userId],
  })
  const audit = await project({
    name: 'Auditoría energética',
    clientId: olivar,
    total: '4500000',
    contractIds: [energy],
    approverIds: [],
    executorIds: [treasury.userId],
  })
  for (const id of [reform, website]) await grant(stage.before(150), id, nuria.userId, ['view', 'edit'])
  return { reform, website, millWorks, audit, climate, studio }
}

async function reformOrders(
  stage: Stage,
  { admin, client, nuria, marta, diego, treasury }: People,
  works: Works,
): Promise<void> {
  const pay = { projectId: works.reform, type: 'gasto', providerId: works.climate, invoice: true } as const
  const issue = { projectId: works.reform, type: 'emision', providerId: works.climate } as const
  const bothApprove = async (id: string, daysAgo: number) => {
    await stage.decides(marta, id, 'approve', daysAgo)
    await stage.decides(diego, id, 'approve', daysAgo - 1)
  }
  const paid = await stage.submits(client, {
    ...pay,
    name: 'Climatización planta 1',
    amountMinor: '7500000',
    daysAgo: 60,
  })
  await bothApprove(paid, 58)
  await stage.executes(treasury, paid, 50, 'TRF-2291')
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
    daysAgo: 12,
  })
  await bothApprove(approved, 9)
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
  const late = await stage.submits(nuria, {
    ...pay,
    name: 'Máquina enfriadora',
    amountMinor: '4500000',
    daysAgo: 8,
    description: 'Primer plazo según contrato, cláusula 4.',
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
