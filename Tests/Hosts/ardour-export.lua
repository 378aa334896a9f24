-- Opens the session "render" in FOLDER and exports FRAMES frames of its master bus to FOLDER/master.wav.

local folder = os.getenv("FOLDER")
AudioEngine:set_backend("None (Dummy)", "", "")
local session = load_session(folder, "render")
assert(session, "no session")

-- An export directly after the start corrupts Ardour's heap, even without a plug-in.
ARDOUR.LuaAPI.usleep(1000000)
local export = session:simple_export()
export:set_folder(folder)
export:set_name("master")
export:set_range(0, tonumber(os.getenv("FRAMES")))
assert(export:set_preset("0b8c65a6-6c1e-4c0a-9a6d-7d6a6f1b2a11"), "no export preset")
assert(export:run_export(), "no export")
close_session()
quit()
