/** The side menu of each area. An entry appears with its screen. */
import {
  BadgeCheck,
  Briefcase,
  ClipboardCheck,
  FileSignature,
  LayoutDashboard,
  type LucideIcon,
  Truck,
  Users,
} from 'lucide-react'
import type { Area } from '#kernel/actor.ts'

export type MenuEntry = { to: string; label: string; icon: LucideIcon }

export const menuOf: { readonly [area in Area]: readonly MenuEntry[] } = {
  client: [
    { to: '/client/dashboard', label: 'Panel', icon: LayoutDashboard },
    { to: '/client/projects', label: 'Proyectos', icon: Briefcase },
    { to: '/client/pending-approvals', label: 'Aprobaciones Pendientes', icon: BadgeCheck },
    { to: '/client/pending-confirmations', label: 'Confirmaciones Pendientes', icon: ClipboardCheck },
  ],
  empresa: [
    { to: '/empresa/projects', label: 'Proyectos', icon: Briefcase },
    { to: '/empresa/clients', label: 'Clientes', icon: Users },
    { to: '/empresa/providers', label: 'Proveedores', icon: Truck },
    { to: '/empresa/contracts', label: 'Contratos', icon: FileSignature },
  ],
  provider: [],
  admin_saas: [],
}
