/**
 * Narrows links by their labels: ids or names, without case, or `unlabelled`. A link passes when it
 * has one of the tags and is in one of the folders; an empty list lets every link pass. A tag or
 * folder that the account does not have is on no link.
 */
export type LabelFilter = {
  readonly tags: readonly string[];
  readonly folders: readonly string[];
};
