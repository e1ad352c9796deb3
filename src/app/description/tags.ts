/** Names and descriptions of the slices as integrators read them: the tags of the API's description. */
import type { SliceName } from '#app/slice-routes.ts'

type Tag = { readonly name: string; readonly description: string }

/** A slice without a tag does not compile. */
export const sliceTags: { readonly [slice in SliceName]: Tag } = {
  companies: { name: 'Empresa', description: 'La empresa, su plan y sus ajustes.' },
  identity: {
    name: 'Cuenta',
    description: 'La cuenta propia: sesiones, segundo factor, dirección de correo.',
  },
  tokens: {
    name: 'Claves de API',
    description: 'Las claves con que los programas usan la API, y lo que cada una puede.',
  },
  people: { name: 'Personas', description: 'Las personas de la empresa, sus roles y sus invitaciones.' },
  'company-sign-in': {
    name: 'Acceso de empresa',
    description: 'Entrar con el proveedor de identidad de la empresa (OpenID Connect), y sus ajustes.',
  },
  'saved-views': {
    name: 'Vistas guardadas',
    description: 'Filtros y columnas de una lista, guardados con un nombre.',
  },
  clients: {
    name: 'Clientes',
    description: 'Los clientes de la empresa y los proveedores que tienen asignados.',
  },
  providers: {
    name: 'Proveedores',
    description: 'Los proveedores, sus cuentas bancarias y sus plazos de pago.',
  },
  contracts: {
    name: 'Contratos',
    description: 'Los contratos y su presupuesto: disponible, pedido y consumido.',
  },
  'cost-centres': {
    name: 'Centros de coste',
    description: 'Los centros a los que se cargan pedidos, y su presupuesto de cada año.',
  },
  'exchange-rates': {
    name: 'Tipos de cambio',
    description: 'A cuánto cambia la empresa otras monedas, desde qué día, y quién lo dijo.',
  },
  'step-up': {
    name: 'Confirmación de identidad',
    description: 'Desde qué monto quien aprueba o paga confirma quién es.',
  },
  projects: { name: 'Proyectos', description: 'Los proyectos, quién aprueba en ellos y quién ejecuta.' },
  delegations: { name: 'Delegaciones', description: 'Quién decide en lugar de quién, y durante qué días.' },
  documents: {
    name: 'Pedidos',
    description: 'Los pedidos de pago y de emisión: su contenido, su estado y sus listas.',
  },
  files: { name: 'Archivos', description: 'Archivos que se suben, se adjuntan y se descargan.' },
  flows: {
    name: 'Flujos',
    description: 'El flujo de aprobación de la empresa: reglas, borrador y versiones.',
  },
  approvals: {
    name: 'Aprobaciones',
    description: 'Enviar pedidos, aprobarlos, devolverlos, rechazarlos y deshacer.',
  },
  appointments: { name: 'Nombramientos', description: 'Nombrar a personas para varios proyectos a la vez.' },
  offboarding: { name: 'Bajas', description: 'Dar de baja a una persona y reasignar lo que tiene abierto.' },
  simulation: {
    name: 'Simulación',
    description: 'Qué haría un borrador del flujo con pedidos que ya existen.',
  },
  scim: {
    name: 'Directorio',
    description: 'Alta y baja de personas desde el directorio de la empresa (SCIM).',
  },
  recurrences: { name: 'Recurrentes', description: 'Pedidos que se repiten cada cierto número de meses.' },
  comments: {
    name: 'Comentarios',
    description: 'Lo que se dice de un pedido, y lo que se pregunta a quien lo hizo.',
  },
  executions: {
    name: 'Pagos',
    description: 'Confirmar pagos y emisiones, y las remesas que se llevan al banco.',
  },
  invoices: {
    name: 'Facturas',
    description: 'Facturas recibidas, su lectura y los pedidos que nacen de ellas.',
  },
  mailboxes: {
    name: 'Buzón de facturas',
    description: 'El correo del que se recogen facturas, y los mensajes que esperan a alguien.',
  },
  bank: { name: 'Banco', description: 'Extractos del banco y su conciliación con los pagos.' },
  certificates: {
    name: 'Constancias',
    description: 'Las constancias de un pedido, y sus archivos con las de una lista.',
  },
  closings: {
    name: 'Cierres',
    description: 'El mes: sus cifras, sus cierres, sus constancias y su paquete.',
  },
  webhooks: { name: 'Webhooks', description: 'A qué direcciones se informa de lo que pasa, y cada envío.' },
  notices: {
    name: 'Notificaciones',
    description: 'Las notificaciones de cada persona, sus correos y los cambios en directo.',
  },
  audit: {
    name: 'Registro',
    description: 'El registro inalterable de lo ocurrido, y la comprobación de una constancia.',
  },
  reports: { name: 'Informes', description: 'Cuadros de mando, calendario de pagos y primeros pasos.' },
  platform: { name: 'Plataforma', description: 'Quien opera la plataforma: empresas, cuentas e ingresos.' },
  samples: {
    name: 'Empresa de ejemplo',
    description: 'Una empresa de ejemplo para probar, que se descarta después.',
  },
  imports: {
    name: 'Importaciones',
    description: 'Proveedores, clientes y personas desde un CSV o un Excel, fila a fila con sus reglas.',
  },
}

/** Tags of the calls that no slice's routes describe. */
export const otherTags = {
  signIn: {
    name: 'Inicio de sesión',
    description: 'Sesiones por contraseña, renovación y segundo factor, como los habla el cliente oficial.',
  },
  profiles: { name: 'Perfiles', description: 'Perfiles de personas, como los habla el cliente oficial.' },
  system: { name: 'Sistema', description: 'La salud del servidor y la descripción de su API.' },
} as const satisfies { readonly [name: string]: Tag }
