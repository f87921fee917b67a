# SPDX-License-Identifier: GPL-3.0-or-later
#
# cmake --install: the program with the recorder beside it, and the desktop integration.
include(GNUInstallDirs)

if(TARGET attnscope)
    install(TARGETS attnscope RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
if(TARGET attnscope_recorder)
    install(TARGETS attnscope_recorder LIBRARY DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
set(id io.github.attnscope.AttnScope)
install(FILES "${PROJECT_SOURCE_DIR}/packaging/${id}.desktop" DESTINATION "${CMAKE_INSTALL_DATADIR}/applications")
install(FILES "${PROJECT_SOURCE_DIR}/packaging/${id}.metainfo.xml" DESTINATION "${CMAKE_INSTALL_DATADIR}/metainfo")
install(FILES "${PROJECT_SOURCE_DIR}/resources/icons/attnscope.svg"
    DESTINATION "${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps" RENAME ${id}.svg)
