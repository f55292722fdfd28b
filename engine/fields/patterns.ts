import type { PatternName } from './contract.ts'

/** The named patterns that schemas may use; each is linear, so no input can make it slow. */
export const patterns: Readonly<Record<PatternName, RegExp>> = {
  mobile: /^1[3-9]\d{9}$/,
  recoveryMobile: /^1[34578]\d{9}$/,
  email: /^[^\s@]{1,64}@[^\s@.]+(\.[^\s@.]+)+$/,
  idNumber: /^(\d{15}|\d{18}|\d{17}[\dXx])$/,
  /** Accepts the starred form too: a form may send back what it received. */
  idNumberOrStarred: /^(\d{15}|\d{18}|\d{17}[\dXx]|\d{3}\*{8}\d{4}|\d{3}\*{11}\d{3}[\dXx])$/,
  password: /^(?=.*[A-Za-z])(?=.*\d)(?=.*[^A-Za-z0-9\s]).{8,}$/s,
  noChinese: /^[^\u4e00-\u9fa5]*$/,
  noSpecial: /^[^`_~!@#$^&*()=|{}'.<>《》/?！￥（）—【】‘；：”“。，、？]*$/,
  /**
   * `noSpecial` that also forbids the comma, which separates list values; or exactly a comparison sign or a condition's name such as
   * LEFT_LIKE.
   */
  noSpecialButCondition: /^([<>]=?|!?=|[A-Z]+(_[A-Z]+)+|[^`_~!@#$^&*()=|{}'.<>《》/?！￥（）—【】‘；：”“。，、？,]*)$/,
  code: /^[A-Za-z0-9_-]+$/,
  /** A name to sign in with: letters and digits of any script. */
  account: /^[\p{L}\p{N}][\p{L}\p{M}\p{N}._@-]*$/u,
  /** A whole number above zero. */
  positive: /^[1-9]\d*$/,
  letterCode: /^[A-Za-z][A-Za-z0-9_-]*$/,
}
