/**
 * Limit of the entries of a page. Apart from the schemas of pages, so that the web app's first load has
 * no schemas.
 */
export const longestPage = 100;
