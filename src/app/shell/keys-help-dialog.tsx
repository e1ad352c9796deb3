import { type KeyHelp, KeysDialog } from '#ui/dialogs/keys-dialog.tsx'

type KeysHelpDialogProps = {
  /** Keys of a screen with keys of its own; undefined for those of a list. */
  help?: readonly KeyHelp[]
  /** True where orders can be made. */
  hasOrders?: boolean
  onClose: () => void
}

/** Help on the keys of this screen, and on those of every screen. */
export function KeysHelpDialog({ help = listKeys, hasOrders = true, onClose }: KeysHelpDialogProps) {
  const everywhere = hasOrders ? [...goKeys, ...newOrderKeys, ...otherKeys] : [...goKeys, ...otherKeys]
  return <KeysDialog help={help} everywhere={everywhere} helpAddress="/ayuda" onClose={onClose} />
}

const listKeys: readonly KeyHelp[] = [
  { keys: ['/'], does: 'Buscar en la lista' },
  { keys: ['j'], does: 'Siguiente de la lista' },
  { keys: ['k'], does: 'Anterior de la lista' },
  { keys: ['Espacio'], does: 'Ver el pedido señalado sin salir de la lista' },
  { keys: ['Intro'], does: 'Abrir lo señalado' },
]

const goKeys: readonly KeyHelp[] = [
  { keys: ['Ctrl', 'K'], does: 'Buscar, ir o hacer; junto a cada cosa, sus teclas' },
  { keys: ['g', '…'], does: 'Ir a una pantalla: g y después su letra' },
]

const newOrderKeys: readonly KeyHelp[] = [
  { keys: ['n', 'p'], does: 'Nuevo Pedido de Pago' },
  { keys: ['n', 'e'], does: 'Nuevo Pedido de Emisión' },
]

const otherKeys: readonly KeyHelp[] = [
  { keys: ['Alt', 'T'], does: 'Ir a los mensajes emergentes' },
  { keys: ['?'], does: 'Ver estas teclas' },
]
