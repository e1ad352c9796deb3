/** Spanish words of the scopes of API tokens: what each lets do. */
import type { TokenScope } from '#kernel/token-scope.ts'

export const scopeLabel: { readonly [scope in TokenScope]: string } = {
  'orders:read': 'Ver pedidos y su historia',
  'orders:write': 'Crear, corregir y retirar pedidos',
  'orders:decide': 'Aprobar, rechazar y devolver',
  'invoices:read': 'Ver facturas recibidas',
  'invoices:write': 'Enviar y tramitar facturas',
  'files:read': 'Descargar archivos',
  'files:write': 'Subir archivos',
  'payments:read': 'Ver pagos y remesas',
  'payments:confirm': 'Confirmar pagos y hacer remesas',
  'bank:read': 'Ver movimientos del banco',
  'bank:write': 'Importar archivos del banco',
  'contracts:read': 'Ver contratos y saldos',
  'contracts:write': 'Crear y cambiar contratos',
  'projects:read': 'Ver proyectos',
  'projects:write': 'Crear y cambiar proyectos',
  'clients:read': 'Ver clientes',
  'clients:write': 'Crear y cambiar clientes',
  'providers:read': 'Ver proveedores',
  'providers:write': 'Crear y cambiar proveedores',
  'reports:read': 'Ver informes y calendario',
  'closings:read': 'Ver y exportar cierres de mes',
  'closings:write': 'Cerrar meses y cuentas contables',
  'journal:read': 'Ver y exportar la auditoría',
  'company:read': 'Ver los datos de la empresa',
  'company:write': 'Cambiar los ajustes de la empresa',
  'people:read': 'Ver personas y permisos',
  'people:write': 'Invitar y dar de baja a personas',
  'people:provision': 'Dar de alta y de baja desde el directorio (SCIM)',
  'permissions:write': 'Nombrar a quien aprueba y ejecuta',
  'flows:read': 'Ver los flujos de aprobación',
  'flows:write': 'Cambiar los flujos de aprobación',
  'delegations:read': 'Ver sustituciones',
  'delegations:write': 'Hacer y terminar sustituciones',
  'notices:read': 'Ver notificaciones',
  'notices:write': 'Marcar y silenciar notificaciones',
  'views:read': 'Ver vistas guardadas',
  'views:write': 'Cambiar vistas guardadas',
  'imports:read': 'Ver las importaciones y las filas de sus archivos',
  'imports:write': 'Importar archivos de lo que puede crear, y deshacerlo',
}

const words = new Map<string, string>(Object.entries(scopeLabel))

/** Words of a scope of a token, which a newer release may have made. */
export const scopeWords = (scope: string): string => words.get(scope) ?? 'Otro permiso'
