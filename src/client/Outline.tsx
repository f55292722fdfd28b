import './outline.css'

const lines = [0, 1, 2, 3, 4, 5, 6, 7]

/** The lines of a page that is being loaded. */
export function PageOutline() {
  return (
    <div className="page-outline" role="status" aria-label="加载中">
      {lines.map((line) => (
        <span key={line} />
      ))}
    </div>
  )
}

/** The shell with nothing in it yet, each part where it will be. */
export function ShellOutline() {
  return (
    <div className="shell-outline">
      <div className="shell-outline-side" />
      <div className="shell-outline-head" />
      <div className="shell-outline-page">
        <PageOutline />
      </div>
    </div>
  )
}
