import { type Attributes, attributeNamed } from '../reading/xml-pieces.ts';

/** An element of a feature, which is in memory for as long as the feature is read. */
export interface GmlNode {
  /** Without prefix. */
  readonly name: string;
  readonly attributes: Attributes;
  readonly children: GmlNode[];
  text: string;
  /** Where it begins, from 1. */
  readonly line: number;
}

/** The value of an attribute; undefined when it is not there. */
export const attributeOf = (node: GmlNode, name: string): string | undefined => attributeNamed(node.attributes, name);

/** The id that an `xlink:href` within the file names; undefined when there is none. */
export function hrefId(node: GmlNode): string | undefined {
  const href = attributeOf(node, 'href');
  return href?.startsWith('#') ? href.slice(1) : undefined;
}

/** Finds nodes by `gml:id`, and remembers those that were asked for in vain. */
export interface NodesById {
  find(id: string): GmlNode | undefined;
}

/** Child elements of any of these names. */
export const childrenNamed = ({ children }: GmlNode, ...names: readonly string[]): GmlNode[] =>
  children.filter(({ name }) => names.includes(name));
