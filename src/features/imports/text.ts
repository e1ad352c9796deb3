/** Spanish words of imports: their kinds, and why something is refused. */
import { companyWords } from '#features/companies/text.ts'
import type { ImportKind } from '#features/imports/rules/columns.ts'
import type { ImportRefusal } from '#features/imports/rules.ts'
import { abilityWith, refusalTexts } from '#kernel/ability.ts'

export const importKindLabel: { readonly [kind in ImportKind]: string } = {
  providers: 'Proveedores',
  clients: 'Clientes',
  people: 'Personas',
  contracts: 'Contratos',
  projects: 'Proyectos',
  orders: 'Pedidos',
}

/** Nouns for counts: one, many. */
export const importNoun: { readonly [kind in ImportKind]: readonly [string, string] } = {
  providers: ['proveedor', 'proveedores'],
  clients: ['cliente', 'clientes'],
  people: ['invitación', 'invitaciones'],
  contracts: ['contrato', 'contratos'],
  projects: ['proyecto', 'proyectos'],
  orders: ['pedido', 'pedidos'],
}

/** Fate of a row when its import is undone: nothing that was made is ever deleted. */
export const undoText: { readonly [kind in ImportKind]: string } = {
  providers:
    'Los proveedores que nadie ha usado ni cambiado quedan inactivos, y su NIF libre. No se borran: su alta queda en el registro.',
  clients:
    'Los clientes que nadie ha usado ni cambiado quedan inactivos y su invitación se anula. No se borran: su alta queda en el registro.',
  contracts:
    'Los contratos que nadie ha usado ni cambiado quedan inactivos. No se borran: su alta queda en el registro.',
  projects:
    'Los proyectos que nadie ha usado ni cambiado quedan inactivos. No se borran: su alta queda en el registro.',
  orders:
    'Los pedidos sobre los que nadie ha decidido se retiran: quedan devueltos a quien los pidió. Esa persona, o la administración, puede corregirlos y enviarlos otra vez.',
  people: 'Las invitaciones que nadie ha aceptado se anulan. A quien ya ha entrado no se le toca.',
}

export const importWords = refusalTexts<ImportRefusal>({
  forbidden: 'Solo la administración de la empresa puede importar.',
  not_found: 'La importación no existe.',
  company_suspended: companyWords,
  import_busy: 'La importación está en marcha: espera a que termine.',
  import_ended: 'Esta importación ya se ha hecho. Sube otro archivo para empezar otra.',
  not_checked: 'Elige antes las columnas y comprueba las filas.',
  not_finished: 'No hay nada que deshacer.',
  not_requester: ({ facts }) =>
    `Solo ${facts?.importer} puede deshacerla: es quien importó los pedidos, y cada uno lo retira quien lo pidió.`,
  stale_import: 'La importación ha cambiado mientras la mirabas. Revisa cómo está ahora.',
  unsound_columns: 'Una columna del archivo solo puede ser un dato, y tiene que existir.',
  missing_columns: ({ facts }) => `Faltan columnas: ${facts?.columns}.`,
  no_good_rows: 'Ninguna de las filas elegidas se puede importar.',
  same_file_running: 'Otra persona está importando ahora mismo este mismo archivo.',
  empty: 'El archivo está vacío.',
  too_large: 'El archivo es demasiado grande: el máximo son 4 MB.',
  takes_too_long: 'El archivo tarda demasiado en leerse. Prueba a guardarlo como CSV.',
  too_much_memory: 'El archivo es demasiado complejo para leerlo. Prueba a guardarlo como CSV.',
  engine_failed: 'El archivo no se ha podido leer. Prueba a guardarlo como CSV.',
  unknown_kind: 'No es un CSV ni un Excel (.xlsx).',
  former_excel: 'Es un Excel antiguo (.xls) o protegido con contraseña: guárdalo como .xlsx o como CSV.',
  broken_workbook: 'El Excel está dañado o no es un libro: ábrelo y guárdalo de nuevo como .xlsx.',
  unpacks_too_large: 'El Excel ocupa demasiado al descomprimirse: el máximo son 64 MB.',
  broken_csv: ({ facts }) =>
    `El CSV no está bien formado${facts?.line === undefined ? '' : `, en la línea ${facts.line}`}: revisa las comillas.`,
  too_many_rows: ({ facts }) =>
    `Tiene ${facts?.rows} filas: el máximo son ${facts?.most}. Divídelo en varios.`,
  too_many_columns: ({ facts }) => `Tiene ${facts?.columns} columnas: el máximo son ${facts?.most}.`,
  cell_too_long: ({ facts }) => `La fila ${facts?.row} tiene una celda de más de ${facts?.most} caracteres.`,
  no_headings: 'La primera fila tiene que llevar los nombres de las columnas.',
  no_rows: 'No hay ninguna fila debajo de los nombres de las columnas.',
})
export const importAbility = abilityWith(importWords)
