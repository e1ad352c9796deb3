/** Download by the browser itself: the file is never in the page's memory. */
export function download(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}
