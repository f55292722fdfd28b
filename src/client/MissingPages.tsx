/** Shown in place of all pages, or of a step of signing in; light enough for the first load. */
export function MissingPages({ retry }: { retry(): void }) {
  return (
    <div className="app-missing" role="alert">
      <p>页面内容未能加载，请检查网络后重试</p>
      <button type="button" className="first-button" onClick={retry}>
        重试
      </button>
    </div>
  )
}
