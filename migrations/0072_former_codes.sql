-- Rules were kept with withdrawn codes of countries and languages (FX for France, iw for Hebrew),
-- which no visitor has. They get today's codes, as the application now writes them.
CREATE FUNCTION pg_temp.country_today(code text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce('{
    "AN": "CW", "BU": "MM", "CS": "RS", "DD": "DE", "DY": "BJ", "FX": "FR", "HV": "BF", "NH": "VU",
    "RH": "ZW", "SU": "RU", "TP": "TL", "UK": "GB", "VD": "VN", "YD": "YE", "YU": "RS", "ZR": "CD"
  }'::jsonb ->> code, code)
$$;

CREATE FUNCTION pg_temp.language_today(tag text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce('{
    "in": "id", "iw": "he", "ji": "yi", "jw": "jv", "mo": "ro", "sh": "sr", "tl": "fil"
  }'::jsonb ->> split_part(tag, '-', 1), split_part(tag, '-', 1))
    || coalesce('-' || pg_temp.country_today(nullif(split_part(tag, '-', 2), '')), '')
$$;

CREATE FUNCTION pg_temp.rule_today(rule jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT rule || jsonb_build_object(
    'countries', ARRAY(
      SELECT DISTINCT pg_temp.country_today(code)
      FROM jsonb_array_elements_text(rule -> 'countries') AS code ORDER BY 1),
    'languages', ARRAY(
      SELECT DISTINCT pg_temp.language_today(tag)
      FROM jsonb_array_elements_text(rule -> 'languages') AS tag ORDER BY 1))
$$;

-- The other links keep their version, so that nobody reads them anew.
UPDATE links SET options = jsonb_set(options, '{rules}', (
  SELECT jsonb_agg(pg_temp.rule_today(rule) ORDER BY place)
  FROM jsonb_array_elements(options -> 'rules') WITH ORDINALITY AS rules (rule, place)))
WHERE options ->> 'rules' ~
  '"(AN|BU|CS|DD|DY|FX|HV|NH|RH|SU|TP|UK|VD|YD|YU|ZR)"|"(in|iw|ji|jw|mo|sh|tl)["-]|-(AN|BU|CS|DD|DY|FX|HV|NH|RH|SU|TP|UK|VD|YD|YU|ZR)"';

DROP FUNCTION pg_temp.rule_today;
DROP FUNCTION pg_temp.language_today;
DROP FUNCTION pg_temp.country_today;
