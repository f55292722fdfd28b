/** Flasks and test tubes. Loads after the form is shown. */
export function LoginDrawing() {
  return (
    <svg viewBox="0 0 480 400" className="login-drawing">
      <g fill="none" stroke="currentColor" strokeWidth="3" strokeLinecap="round" strokeLinejoin="round">
        <path d="M60 330h360" opacity=".5" />
        <path d="M196 90h72M208 90v92l-72 118a22 22 0 0 0 19 34h154a22 22 0 0 0 19-34l-72-118V90" />
        <path d="M306 176h60M312 176h48v130a24 24 0 0 1-48 0V176z" />
        <path d="M64 240h52M70 240h40v62a20 20 0 0 1-40 0z" opacity=".85" />
      </g>
      <g fill="currentColor">
        <path d="M166 262h132l38 50a8 8 0 0 1-7 12H135a8 8 0 0 1-7-12z" opacity=".32" />
        <path d="M314 240h44v66a22 22 0 0 1-44 0z" opacity=".28" />
        <path d="M72 272h36v30a18 18 0 0 1-36 0z" opacity=".28" />
        <circle cx="214" cy="232" r="7" opacity=".6" />
        <circle cx="246" cy="206" r="5" opacity=".5" />
        <circle cx="232" cy="66" r="6" opacity=".5" />
        <circle cx="250" cy="40" r="4" opacity=".4" />
        <circle cx="336" cy="150" r="5" opacity=".4" />
      </g>
    </svg>
  )
}
