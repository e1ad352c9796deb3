/** Size as text: '312 KB', '4,2 MB'. */
export function sizeText(bytes: number): string {
  const [amount, unit] = bytes < 1_000_000 ? [bytes / 1000, 'KB'] : [bytes / 1_000_000, 'MB']
  return `${amount.toLocaleString('es-ES', { maximumFractionDigits: amount < 10 ? 1 : 0 })} ${unit}`
}
