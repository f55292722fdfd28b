/** Every error that may cross the wire. Its message is the Chinese sentence a user may see. */
export class AppError extends Error {
  /** HTTP status and envelope code; a business refusal is 500 inside HTTP 200. */
  readonly code: number
  readonly status: number
  readonly details: unknown
  constructor(message: string, code: number, status: number, details?: unknown) {
    super(message)
    this.code = code
    this.status = status
    this.details = details
  }
}

/** 422 with `{ field: sentence }`; the message is the first sentence, or what the form says besides. */
export class InvalidInput extends AppError {
  constructor(details: Readonly<Record<string, string>>, message: string | undefined = Object.values(details)[0]) {
    super(message ?? '输入有误', 422, 422, details)
  }
}

/** 401: no token, or an expired one. */
export class NotSignedIn extends AppError {
  constructor(message = 'Token失效，请重新登录!') {
    super(message, 401, 401)
  }
}

/** 510: signed in, but without the permission. */
export class NotAllowed extends AppError {
  constructor(permission?: string) {
    super('没有权限，请联系管理员授权', 510, 200, permission ? { permission } : undefined)
  }
}

/** 510 as well: signed in, but only to look. */
export class ReadOnly extends AppError {
  constructor(sentence: string) {
    super(sentence, 510, 200, { readOnly: true })
  }
}

/** A refusal in the line of business: HTTP 200, code 500. */
export class Refused extends AppError {
  constructor(message: string, details?: unknown) {
    super(message, 500, 200, details)
  }
}

/** The row does not exist, or is not in the caller's scope: the answer is the same. */
export class NotFound extends Refused {
  constructor() {
    super('未找到对应实体')
  }
}

/** 409: changed in the meantime. `details` has both values of each conflicting field, who changed it and when. */
export class Conflict extends AppError {
  constructor(message: string, details?: unknown) {
    super(message, 409, 409, details)
  }
}

/** 413: the request is too large. */
export class TooLarge extends AppError {
  constructor(message: string) {
    super(message, 413, 413)
  }
}

/** 429: too many attempts. */
export class TooMany extends AppError {
  constructor(message: string) {
    super(message, 429, 429)
  }
}

/** 503: the database, or what else an answer needs, does not respond, or not in time. */
export class Unavailable extends AppError {
  constructor(message = '数据库暂时不可用，请稍后再试') {
    super(message, 503, 503)
  }
}

/** Problems of the schemas, found at boot; never crosses the wire. */
export class SchemaProblem extends Error {
  constructor(problems: readonly string[]) {
    super(`${problems.length} problem(s) in the schemas:\n${problems.map((line) => `  ${line}`).join('\n')}`)
  }
}
