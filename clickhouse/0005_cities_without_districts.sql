-- Cities were stored with a district in brackets: `Berlin (Mitte)`. New clicks come without it.
ALTER TABLE clicks UPDATE city = replaceRegexpOne(city, ' \\([^()]*\\)$', '')
WHERE endsWith(city, ')');
