import './outline.css'

const lines = [0, 1, 2, 3, 4, 5, 6, 7]

/** The lines of something that is being loaded. */
export function Outline() {
  return (
    <div className="outline" role="status" aria-label="加载中">
      {lines.map((line) => (
        <span key={line} />
      ))}
    </div>
  )
}
