/** The browser takes it from here: the file is never in the page's memory. */
export function download(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}
