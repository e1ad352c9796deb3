import type { Role } from '#kernel/actor.ts'

/** Sentence of what each role can do, addressed to its holder. */
export const roleTells: { readonly [role in Role]: string } = {
  admin_saas: 'Administras la plataforma: empresas, planes y usuarios.',
  admin: 'Administras tu empresa: personas, clientes, contratos, proyectos y sus aprobaciones.',
  client: 'Creas pedidos de pago y de emisión en tus proyectos y sigues su aprobación.',
  client_user: 'Trabajas en los proyectos de tu cliente con los permisos que te hayan dado.',
  provider: 'Ves los pedidos que te afectan, pides que se te pague y consultas tus pagos.',
  provider_user: 'Ves los pedidos de tu proveedor y consultas sus pagos.',
  approver: 'Apruebas o rechazas los pedidos de los proyectos donde se te nombre.',
  auditor: 'Lees todo lo de la empresa y su auditoría, y te lo llevas en archivos. No cambias nada.',
}
