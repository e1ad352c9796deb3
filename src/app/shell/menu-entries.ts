/** Side menu of each area. An entry appears with its screen. */
import {
  BadgeCheck,
  Bell,
  Briefcase,
  Building2,
  CalendarCheck,
  CalendarDays,
  CircleDollarSign,
  ClipboardCheck,
  FileSignature,
  Files,
  FileUp,
  HandCoins,
  IdCard,
  Inbox,
  Landmark,
  LayoutDashboard,
  type LucideIcon,
  MailWarning,
  ReceiptText,
  Send,
  Settings,
  Truck,
  UserCog,
  Users,
  Workflow,
} from 'lucide-react'
import type { Area, Role } from '#kernel/actor.ts'

export type MenuEntry = {
  to: string
  label: string
  icon: LucideIcon
  /** Roles that have the entry; undefined for every role of the area. */
  roles?: readonly Role[]
  /** Duty of those who have the entry; undefined for everybody of its roles. */
  duty?: keyof Duties
  /** Count of the person's desk that stands beside the entry. */
  waits?: 'approvals' | 'confirmations' | 'releases'
}

/** Duties of a person on which entries depend. */
export type Duties = { readonly executes: boolean; readonly receives: boolean }

export const menuEntries = (area: Area, role: Role, duties: Duties): readonly MenuEntry[] =>
  areaMenus[area].filter(
    ({ roles, duty }) => (roles?.includes(role) ?? true) && (duty === undefined || duties[duty]),
  )

const areaMenus: { readonly [area in Area]: readonly MenuEntry[] } = {
  client: [
    { to: '/client/dashboard', label: 'Panel', icon: LayoutDashboard },
    { to: '/client/projects', label: 'Proyectos', icon: Briefcase },
    { to: '/client/projects/payment-orders', label: 'Pedidos de Pago', icon: HandCoins },
    { to: '/client/projects/issuance-orders', label: 'Pedidos de Emisión', icon: ReceiptText },
    { to: '/client/contracts', label: 'Contratos', icon: FileSignature },
    { to: '/client/documents', label: 'Documentos', icon: Files },
    { to: '/client/received-invoices', label: 'Facturas recibidas', icon: Inbox, duty: 'receives' },
    {
      to: '/client/pending-approvals',
      label: 'Aprobaciones Pendientes',
      icon: BadgeCheck,
      waits: 'approvals',
    },
    {
      to: '/client/pending-confirmations',
      label: 'Confirmaciones Pendientes',
      icon: ClipboardCheck,
      waits: 'confirmations',
    },
    {
      to: '/client/payment-calendar',
      label: 'Calendario de pagos',
      icon: CalendarDays,
      duty: 'executes',
    },
    {
      to: '/client/payment-batches',
      label: 'Remesas SEPA',
      icon: Landmark,
      duty: 'executes',
      waits: 'releases',
    },
    {
      to: '/client/bank',
      label: 'Banco',
      icon: CircleDollarSign,
      duty: 'executes',
      roles: ['approver', 'admin'],
    },
    {
      to: '/client/month-end',
      label: 'Cierre de mes',
      icon: CalendarCheck,
      roles: ['client', 'client_user', 'admin'],
      duty: 'receives',
    },
    { to: '/client/client-users', label: 'Usuarios del cliente', icon: Users, roles: ['client', 'admin'] },
    { to: '/client/profile', label: 'Mi perfil', icon: UserCog },
  ],
  empresa: [
    { to: '/empresa/dashboard', label: 'Panel', icon: LayoutDashboard },
    { to: '/empresa/projects', label: 'Proyectos', icon: Briefcase },
    { to: '/empresa/clients', label: 'Clientes', icon: Users },
    { to: '/empresa/providers', label: 'Proveedores', icon: Truck },
    { to: '/empresa/contracts', label: 'Contratos', icon: FileSignature },
    { to: '/empresa/cost-centres', label: 'Centros de coste', icon: HandCoins },
    { to: '/empresa/documents', label: 'Documentos', icon: Files },
    { to: '/empresa/received-invoices', label: 'Facturas recibidas', icon: Inbox },
    {
      to: '/empresa/pending-approvals',
      label: 'Aprobaciones Pendientes',
      icon: BadgeCheck,
      roles: ['admin'],
      waits: 'approvals',
    },
    {
      to: '/empresa/pending-confirmations',
      label: 'Confirmaciones Pendientes',
      icon: ClipboardCheck,
      roles: ['admin'],
      waits: 'confirmations',
    },
    { to: '/empresa/payment-calendar', label: 'Calendario de pagos', icon: CalendarDays },
    { to: '/empresa/payment-batches', label: 'Remesas SEPA', icon: Landmark, waits: 'releases' },
    { to: '/empresa/bank', label: 'Banco', icon: CircleDollarSign },
    { to: '/empresa/month-end', label: 'Cierre de mes', icon: CalendarCheck },
    { to: '/empresa/people', label: 'Personas', icon: IdCard },
    { to: '/empresa/settings/flows', label: 'Flujos de aprobación', icon: Workflow },
    { to: '/empresa/settings/audit', label: 'Auditoría', icon: BadgeCheck, roles: ['auditor'] },
    { to: '/empresa/settings', label: 'Configuración', icon: Settings },
    { to: '/empresa/profile', label: 'Mi perfil', icon: UserCog },
  ],
  provider: [
    { to: '/provider/dashboard', label: 'Panel', icon: LayoutDashboard },
    { to: '/provider/projects', label: 'Proyectos', icon: Briefcase },
    { to: '/provider/orders', label: 'Pedidos recibidos', icon: Inbox },
    { to: '/provider/documents', label: 'Documentos cargados', icon: FileUp },
    { to: '/provider/received-invoices', label: 'Facturas enviadas', icon: Send },
    { to: '/provider/contracts', label: 'Contratos', icon: FileSignature },
    { to: '/provider/notifications', label: 'Notificaciones', icon: Bell },
    { to: '/provider/profile', label: 'Mi perfil', icon: UserCog },
  ],
  admin_saas: [
    { to: '/admin_saas/dashboard', label: 'Panel', icon: LayoutDashboard },
    { to: '/admin_saas/companies', label: 'Empresas', icon: Building2 },
    { to: '/admin_saas/order-flows', label: 'Flujos de Pedidos', icon: Workflow },
    { to: '/admin_saas/contracts', label: 'Contratos', icon: FileSignature },
    { to: '/admin_saas/monetization', label: 'Monetización', icon: CircleDollarSign },
    { to: '/admin_saas/users', label: 'Usuarios', icon: Users },
    { to: '/admin_saas/mail', label: 'Correos sin enviar', icon: MailWarning },
    { to: '/admin_saas/profile', label: 'Mi perfil', icon: UserCog },
  ],
}
