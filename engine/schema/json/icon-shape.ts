import { iconNames } from '../../fields/icon/names.ts'
import { oneOf } from '../../json-schema-parts.ts'

/** One of the icons that the icon field offers. */
export const iconName = oneOf(...iconNames)
