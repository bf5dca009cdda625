-- Rules were kept with codes of countries and languages that no visitor has (FX for France, iw for
-- Hebrew, deu for German). They get the codes of visitors, as the application now writes them.
CREATE FUNCTION pg_temp.country_today(code text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce('{
    "AN": "CW", "BU": "MM", "CS": "RS", "DD": "DE", "DY": "BJ", "FX": "FR", "HV": "BF", "NH": "VU",
    "RH": "ZW", "SU": "RU", "TP": "TL", "UK": "GB", "VD": "VN", "YD": "YE", "YU": "RS", "ZR": "CD"
  }'::jsonb ->> code, code)
$$;

CREATE FUNCTION pg_temp.language_today(tag text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce('{
    "in": "id", "iw": "he", "ji": "yi", "jw": "jv", "mo": "ro", "sh": "sr", "tgl": "fil", "tl": "fil",
    "ara": "ar", "bul": "bg", "ces": "cs", "chi": "zh", "cmn": "zh", "cze": "cs", "dan": "da",
    "deu": "de", "dut": "nl", "ell": "el", "eng": "en", "est": "et", "fin": "fi", "fra": "fr",
    "fre": "fr", "ger": "de", "gre": "el", "heb": "he", "hin": "hi", "hrv": "hr", "hun": "hu",
    "ind": "id", "ita": "it", "jpn": "ja", "kor": "ko", "lav": "lv", "lit": "lt", "nld": "nl",
    "nno": "nn", "nob": "nb", "nor": "no", "pol": "pl", "por": "pt", "ron": "ro", "rum": "ro",
    "rus": "ru", "slk": "sk", "slo": "sk", "slv": "sl", "spa": "es", "srp": "sr", "swe": "sv",
    "tha": "th", "tur": "tr", "ukr": "uk", "vie": "vi", "zho": "zh"
  }'::jsonb ->> split_part(tag, '-', 1), split_part(tag, '-', 1))
    || coalesce('-' || pg_temp.country_today(nullif(split_part(tag, '-', 2), '')), '')
$$;

CREATE FUNCTION pg_temp.rule_today(rule jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT rule || jsonb_build_object(
    'countries', ARRAY(
      SELECT pg_temp.country_today(code)
      FROM jsonb_array_elements_text(rule -> 'countries') WITH ORDINALITY AS typed (code, place)
      GROUP BY 1 ORDER BY min(place)),
    'languages', ARRAY(
      SELECT pg_temp.language_today(tag)
      FROM jsonb_array_elements_text(rule -> 'languages') WITH ORDINALITY AS typed (tag, place)
      GROUP BY 1 ORDER BY min(place)))
$$;

-- The other links keep their version, so that nobody reads them anew.
UPDATE links SET options = jsonb_set(links.options, '{rules}', today.rules)
FROM (
  SELECT id, (
    SELECT jsonb_agg(pg_temp.rule_today(rule) ORDER BY place)
    FROM jsonb_array_elements(options -> 'rules') WITH ORDINALITY AS rules (rule, place)) AS rules
  FROM links WHERE options ? 'rules'
) AS today
WHERE today.id = links.id AND today.rules <> links.options -> 'rules';

DROP FUNCTION pg_temp.rule_today;
DROP FUNCTION pg_temp.language_today;
DROP FUNCTION pg_temp.country_today;
