import { join } from 'node:path'
import ts from 'typescript-api'
import { root } from './machine.mjs'

/** One word of the schema format: its possible values, and its doc comment. */
export interface FormatWord {
  readonly name: string
  readonly isRequired: boolean
  readonly type: string
  readonly says: string
  /** In a union discriminated by `does`: the cases that have the word, unless all do. */
  readonly cases?: readonly string[]
}

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.NodeNext,
  allowImportingTsExtensions: true,
  noEmit: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  types: [],
}

/** Reads the types that schemas are written in, as the compiler sees them. */
export class FormatTypes {
  readonly #program: ts.Program
  readonly #checker: ts.TypeChecker

  constructor(files: readonly string[]) {
    this.#program = ts.createProgram(
      files.map((file) => join(root, file)),
      options,
    )
    this.#checker = this.#program.getTypeChecker()
  }

  /** The words of an interface or type by its name; for a union, those of all its members. */
  words(file: string, name: string): FormatWord[] {
    return this.#wordsOf(this.#typeNamed(file, name))
  }

  /** The words below each word of a type: `FieldOptions` has field types, and they have options. */
  wordsBelow(file: string, name: string): ReadonlyMap<string, readonly FormatWord[]> {
    const type = this.#typeNamed(file, name)
    return new Map(
      this.#checker.getPropertiesOfType(type).map((symbol) => [symbol.name, this.#wordsOf(this.#checker.getTypeOfSymbol(symbol))]),
    )
  }

  #typeNamed(file: string, name: string): ts.Type {
    const source = this.#program.getSourceFile(join(root, file))
    const module = source && this.#checker.getSymbolAtLocation(source)
    const symbol = module && this.#checker.getExportsOfModule(module).find((each) => each.name === name)
    if (!symbol) throw new Error(`${file} exports no type ${name}`)
    return this.#checker.getDeclaredTypeOfSymbol(symbol)
  }

  #wordsOf(type: ts.Type): FormatWord[] {
    const parts = type.isUnion() ? type.types : [type]
    const words = new Map<string, FormatWord[]>()
    for (const part of parts) {
      const symbols = this.#checker.getPropertiesOfType(part)
      const does = symbols.filter(({ name }) => name === 'does').flatMap((symbol) => literals(this.#checker.getTypeOfSymbol(symbol)))
      for (const symbol of symbols) words.set(symbol.name, [...(words.get(symbol.name) ?? []), this.#wordOf(symbol, does)])
    }
    return [...words.values()].flatMap((found) => merged(found, parts.length) ?? [])
  }

  #wordOf(symbol: ts.Symbol, cases: readonly string[]): FormatWord {
    const declared = symbol.declarations?.find(ts.isPropertySignature)
    const written = declared?.type && printer.printNode(ts.EmitHint.Unspecified, declared.type, declared.getSourceFile())
    const type = written ?? this.#checker.typeToString(this.#checker.getTypeOfSymbol(symbol))
    return {
      name: symbol.name,
      isRequired: (symbol.flags & ts.SymbolFlags.Optional) === 0,
      type: type.replaceAll('readonly ', '').replaceAll(/\s+/g, ' '),
      says: ts.displayPartsToString(symbol.getDocumentationComment(this.#checker)).replaceAll(/\s+/g, ' '),
      cases,
    }
  }
}

const printer = ts.createPrinter({ removeComments: true })

const literals = (type: ts.Type): string[] =>
  (type.isUnion() ? type.types : [type]).flatMap((one) => (one.isStringLiteral() ? one.value : []))

/** One word for everything that the members of a union state under one name. */
function merged(found: readonly FormatWord[], parts: number): FormatWord | undefined {
  const [first] = found
  if (!first) return undefined
  const types = [...new Set(found.map(({ type }) => type))].filter((type) => type !== 'never')
  const says = found.find((one) => one.says)?.says ?? ''
  const isRequired = found.every((one) => one.isRequired)
  const { cases: _cases, ...word } = { ...first, type: types.join(' | '), says, isRequired }
  const cases = found.flatMap((one) => one.cases ?? [])
  return found.length < parts && cases.length ? { ...word, cases } : word
}
