// Sets the theme before the first paint. External, because the content policy forbids inline scripts.
;(() => {
  let chosen = 'system'
  try {
    chosen = localStorage.getItem('theme') ?? 'system'
  } catch {
    // Storage is off: the system's choice stands.
  }
  const isDark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.classList.toggle('dark', isDark)
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', isDark ? '#111317' : '#f8f7f4')
})()
